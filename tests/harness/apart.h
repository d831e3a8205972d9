/* Runs part of a body apart from the rest, since it changes what the others must keep: which backend is chosen, and the
 * variable that chooses. */
#ifndef APART_H
#define APART_H

/* Fails the body if a check in the function failed there. In a child process; where there is no fork, in this one, whose
 * choice and variable are put back. */
void apart(void (*function)(const char *argument), const char *argument);

/* Sets POLYCHA_BACKEND, or removes it for NULL. */
void apart_set_environment(const char *value);

#endif
