#include "registry.h"

#include "harness/plan.h"

#define ROW(group, name, scope) {#group, #name, SCOPE_##scope, group##_##name},

const plan_body plan_bodies[] = {SHARED_BODIES(ROW)
#ifdef SUITE_NATIVE
                                   NATIVE_BODIES(ROW)
#else
                                   PORTABLE_BODIES(ROW)
#endif
};
const size_t plan_body_total = sizeof plan_bodies / sizeof *plan_bodies;
