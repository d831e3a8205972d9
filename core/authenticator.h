/* Inside the core: the unchecked halves of polycha_poly1305_init and _update, for the AEAD that runs on them. */
#ifndef PCH_AUTHENTICATOR_H
#define PCH_AUTHENTICATOR_H

#include "backend.h"

void pch_authenticator_start(polycha_poly1305_ctx *ctx, const pch_backend *backend, const uint8_t key[32]);
void pch_authenticator_update(polycha_poly1305_ctx *ctx, const uint8_t *msg, size_t len);

#endif
