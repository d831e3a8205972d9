"""The exceptions of polycha. Those that `cryptography` has too have its names and are raised where it raises them."""

from __future__ import annotations

from typing import Callable

__all__ = [
    "AlreadyFinalized",
    "AlreadyUpdated",
    "BackendError",
    "InvalidSignature",
    "InvalidTag",
    "NotYetFinalized",
]


class InvalidTag(Exception):
    """Ciphertext, tag, nonce, associated data and key do not belong together. It has no message: there is no more to say."""


class InvalidSignature(Exception):
    """A Poly1305 tag does not belong to this message and key."""


class AlreadyFinalized(Exception):
    """The object has done its work, or an error has ended it."""


class AlreadyUpdated(Exception):
    """Associated data came after the first data."""


class NotYetFinalized(Exception):
    """The tag was asked for before finalize()."""


class BackendError(RuntimeError):
    """The backend that was asked for is unknown, or this CPU lacks what it needs."""


def _make(exception: type[Exception], message: str) -> Callable[[], Exception]:
    return lambda: exception(message)


# By the statuses of core/polycha.h and bindings/shim.h, POLYCHA_ERR_TAG, -1, first.
_OF_STATUS: dict[int, Callable[[], Exception]] = {
    -1: InvalidTag,
    -2: _make(OverflowError, "data too long: a message has at most 64 * (2**32 - 1) bytes"),
    -3: _make(ValueError, "an output buffer must be its input buffer or share no byte with any argument"),
    -4: _make(AlreadyFinalized, "Context was already finalized."),
    -5: _make(ValueError, "the key stream ends before that: its block counter is exhausted"),
    -6: _make(BackendError, "the backend that POLYCHA_BACKEND names is unknown, or this CPU lacks what it needs"),
    -32: _make(ValueError, "key must be 32 bytes"),
    -33: _make(ValueError, "nonce has a length that this function does not take"),
    -34: _make(ValueError, "tag must be 16 bytes"),
    -35: _make(ValueError, "buffer is too small for the result"),
    -36: _make(ValueError, "rounds must be 8, 12 or 20"),
    -37: _make(RuntimeError, "the object is at work in another thread"),
}


def error_of_status(status: int) -> Exception:
    """The exception for a negative status of the C library. Called by the extension modules and by the wasm build."""
    return _OF_STATUS[status]()
