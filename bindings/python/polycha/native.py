"""The native build: vector kernels for the CPU at hand, chosen at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from . import _api, _native
from ._api import AeadDecryptor, AeadEncryptor, BuildInfo

if TYPE_CHECKING:
    from ._raw import Raw

__all__ = [
    "AeadDecryptor",
    "AeadEncryptor",
    "BuildInfo",
    "ChaCha20",
    "ChaCha20Poly1305",
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


class ChaCha20Poly1305(_api.ChaCha20Poly1305, _native.RFC8439):
    __slots__ = ()
    _raw: ClassVar[Raw] = _native


class XChaCha20Poly1305(_api.XChaCha20Poly1305, _native.XChaCha):
    __slots__ = ()
    _raw: ClassVar[Raw] = _native


class ChaCha20(_api.ChaCha20):
    __slots__ = ()
    _raw: ClassVar[Raw] = _native


class Poly1305(_api.Poly1305):
    __slots__ = ()
    _raw: ClassVar[Raw] = _native


_functions = _api.Functions(_native, XChaCha20Poly1305)
seal = _functions.seal
open = _functions.open
hchacha20 = _functions.hchacha20
backends = _functions.backends
backend = _functions.backend
use_backend = _functions.use_backend
build_info = _functions.build_info
