"""ChaCha20-Poly1305 (RFC 8439), XChaCha20-Poly1305, ChaCha20 and Poly1305, fast at every message length.

>>> import polycha
>>> key = polycha.XChaCha20Poly1305.generate_key()
>>> sealed = polycha.seal(key, b"attack at dawn", b"to whom it may concern")
>>> polycha.open(key, sealed, b"to whom it may concern")
b'attack at dawn'

The names here are those of polycha.native, or of polycha.portable where the native build cannot be loaded. These two, and
polycha.wasm (which needs the package wasmtime: pip install polycha[wasm]), have the same names each.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from .exceptions import (
    AlreadyFinalized,
    AlreadyUpdated,
    BackendError,
    InvalidSignature,
    InvalidTag,
    NotYetFinalized,
)

if TYPE_CHECKING:
    from . import native as native, portable as portable, wasm as wasm
    from .native import (
        AeadDecryptor,
        AeadEncryptor,
        BuildInfo,
        ChaCha20,
        ChaCha20Poly1305,
        Poly1305,
        XChaCha20Poly1305,
        backend,
        backends,
        build_info,
        hchacha20,
        open,
        seal,
        use_backend,
    )

    __version__: str
else:
    try:
        from .native import *
    except ImportError:
        from .portable import *

    # If POLYCHA_BACKEND names what cannot be used, this raises BackendError: better here than in the first call.
    __version__ = build_info().version

    def __getattr__(name):
        """The builds, on first use."""
        if name in ("native", "portable", "wasm"):
            return importlib.import_module(f".{name}", __name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

__all__ = [
    "AeadDecryptor",
    "AeadEncryptor",
    "AlreadyFinalized",
    "AlreadyUpdated",
    "BackendError",
    "BuildInfo",
    "ChaCha20",
    "ChaCha20Poly1305",
    "InvalidSignature",
    "InvalidTag",
    "NotYetFinalized",
    "Poly1305",
    "XChaCha20Poly1305",
    "backend",
    "backends",
    "build_info",
    "hchacha20",
    "open",
    "seal",
    "use_backend",
]
