/* The serial Poly1305 kernels of every x86-64 backend. */
#ifndef PCH_POLY1305_X86_H
#define PCH_POLY1305_X86_H

#include "backend.h"

pch_poly_fn pch_poly1305_serial_x86;
pch_transcript_fn pch_poly1305_transcript_x86;

/* Five blocks' text is inlined there, and r does not stay in registers through all of it. */
#define PCH_TRANSCRIPT_X86_FRAME 128

#endif
