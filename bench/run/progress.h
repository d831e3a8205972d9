/* A line on stderr for each second that a step takes. */
#ifndef RUN_PROGRESS_H
#define RUN_PROGRESS_H

/* "sealing", "native", "avx2": ends the step before. */
void run_progress_step(const char *doing, const char *build, const char *backend);
void run_progress_end(void);

#endif
