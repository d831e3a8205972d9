/* What a program pays before its first message: once per process, and on disk. */
#ifndef BENCH_STARTUP_H
#define BENCH_STARTUP_H

#define BENCH_FIRST_CALL_ARGUMENT "--first-call"

/* Starts this program some times, with that argument. */
void bench_print_first_call(void);
int bench_first_call_main(void);

/* Of a shared object: its loaded segments, which is about its size when stripped. */
void bench_print_size(const char *path);

#endif
