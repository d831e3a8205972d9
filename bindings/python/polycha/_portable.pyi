# The same functions and types as _native has.
from ._native import *
from ._native import RFC8439 as RFC8439, XChaCha as XChaCha
