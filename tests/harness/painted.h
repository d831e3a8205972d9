/* Runs a function on a stack of its own, to see what it leaves there. */
#ifndef PAINTED_H
#define PAINTED_H

#include "suite.h"

typedef struct {
  uint8_t *bytes; /* as they were when the function returned */
  size_t len;
} painted_stack;

/* Skips the body where there are no threads, and in builds whose stacks are not the program's own: sanitizers keep
 * copies, Valgrind guards them, and without optimisation every value has a place in memory. */
painted_stack painted_new(void);

/* Calls it with the argument, on a stack of which every byte, but for those nearest to its top, was set to one value before. */
void painted_run(painted_stack stack, void (*function)(void *argument), void *argument);

/* The lowest byte that was written to. */
size_t painted_depth(painted_stack stack);

#endif
