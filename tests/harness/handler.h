/* SIGNAL_HANDLER, in front of a function that handles signals: QEMU before 9.1 enters one of x86-64 with a stack pointer that is
 * 8 bytes off what the ABI says, and the first aligned store of a vector would be a fault. */
#ifndef HANDLER_H
#define HANDLER_H

#ifdef __x86_64__
#define SIGNAL_HANDLER __attribute__((force_align_arg_pointer))
#else
#define SIGNAL_HANDLER
#endif

#endif
