#include "x86.h"
