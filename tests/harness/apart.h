/* Runs part of a body in a child process, which may change what the body's own process must keep. */
#ifndef APART_H
#define APART_H

/* Fails the body if a check in the function failed there. Skips it where there is no fork. */
void apart(void (*function)(const char *argument), const char *argument);

#endif
