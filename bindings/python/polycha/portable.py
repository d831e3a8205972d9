"""The portable build: plain C, without anything that is special to a CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from . import _api, _portable
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


class ChaCha20Poly1305(_api.ChaCha20Poly1305, _portable.RFC8439):
    __slots__ = ()
    _raw: ClassVar[Raw] = _portable


class XChaCha20Poly1305(_api.XChaCha20Poly1305, _portable.XChaCha):
    __slots__ = ()
    _raw: ClassVar[Raw] = _portable


class ChaCha20(_api.ChaCha20):
    __slots__ = ()
    _raw: ClassVar[Raw] = _portable


class Poly1305(_api.Poly1305):
    __slots__ = ()
    _raw: ClassVar[Raw] = _portable


_functions = _api.Functions(_portable, XChaCha20Poly1305)
seal = _functions.seal
open = _functions.open
hchacha20 = _functions.hchacha20
backends = _functions.backends
backend = _functions.backend
use_backend = _functions.use_backend
build_info = _functions.build_info
