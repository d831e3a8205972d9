/* The serial Poly1305 kernel of every x86-64 backend. */
#ifndef PCH_POLY1305_X86_H
#define PCH_POLY1305_X86_H

#include "backend.h"

pch_poly_fn pch_poly1305_serial_x86;

#endif
