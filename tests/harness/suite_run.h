/* Between suite.c and plan.c: how a body is left, and what it left behind. */
#ifndef SUITE_RUN_H
#define SUITE_RUN_H

#include <setjmp.h>
#include <stddef.h>

/* Values of longjmp. */
enum { SUITE_FAILED = 1, SUITE_SKIPPED };

extern jmp_buf suite_exit;

/* Why the body was left. */
extern char suite_message[512];

/* Before a body: seeds the random numbers. After it, however it ended: frees its memory. */
void suite_begin(const char *label);
void suite_end(void);

/* "len=17 offset=3", for a report; returns its length. */
size_t suite_place_text(char *text, size_t room);

#endif
