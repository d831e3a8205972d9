"""The classes and functions that every build has, over what the build provides (_raw.py)."""

from __future__ import annotations

import hmac
import operator
import os
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from .exceptions import (
    AlreadyFinalized,
    AlreadyUpdated,
    BackendError,
    InvalidSignature,
    InvalidTag,
    NotYetFinalized,
)

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._raw import Raw, RawAead, RawAeadType

KEY_BYTES = 32
TAG_BYTES = 16


class Secret:
    """An object with a state that must not be written down or doubled."""

    __slots__ = ()

    def __reduce__(self) -> str:
        raise TypeError(f"cannot pickle or copy a {type(self).__name__} object: it holds secrets")


# ---- AEAD ----


class AeadContext(Secret):
    """A message in pieces: what AeadEncryptor and AeadDecryptor share."""

    __slots__ = ("_context", "_raw", "_updated")

    def __init__(self, raw: Raw, context: object, associated_data: Buffer | None) -> None:
        self._raw = raw
        self._context = context
        self._updated = False
        if associated_data is not None:
            raw.aead_aad(context, associated_data)

    def authenticate_additional_data(self, data: Buffer) -> None:
        """Authenticates more associated data. Raises AlreadyUpdated once data has come, which ends the object."""
        try:
            self._raw.aead_aad(self._context, data)
        except AlreadyFinalized:
            if self._updated:
                raise AlreadyUpdated("Update has been called on this context.") from None
            raise

    def _end(self) -> None:
        """Forgets the message; every later call raises AlreadyFinalized."""
        self._updated = False
        self._context = self._raw.aead_new()


class AeadEncryptor(AeadContext):
    """Encrypts one message in pieces: the result of encryptor(). The tag comes at the end.

    >>> from polycha import ChaCha20Poly1305
    >>> encryptor = ChaCha20Poly1305(bytes(32)).encryptor(bytes(12), b"header")
    >>> ciphertext = encryptor.update(b"in two ") + encryptor.update(b"pieces") + encryptor.finalize()
    >>> ciphertext + encryptor.tag == ChaCha20Poly1305(bytes(32)).encrypt(bytes(12), b"in two pieces", b"header")
    True
    """

    __slots__ = ("_tag",)

    def __init__(self, raw: Raw, context: object, associated_data: Buffer | None) -> None:
        super().__init__(raw, context, associated_data)
        self._tag: bytes | None = None

    def update(self, data: Buffer) -> bytes:
        """The ciphertext of the next piece, as long as the piece."""
        if type(data) is bytes:
            ciphertext = self._raw.aead_encrypt(self._context, len(data), data)
        else:
            # The view keeps the buffer at its size.
            with memoryview(data) as view:
                ciphertext = self._raw.aead_encrypt(self._context, view.nbytes, view)
        self._updated = self._updated or bool(ciphertext)
        return ciphertext

    def update_into(self, data: Buffer, buf: Buffer) -> int:
        """update into the beginning of a writable buffer, which may be data itself. Returns the count."""
        _check_room(data, buf)
        count = self._raw.aead_encrypt(self._context, buf, data)
        self._updated = self._updated or count > 0
        return count

    def finalize(self) -> bytes:
        """Ends the message, after which `tag` is there. Returns b""."""
        self._tag = self._raw.aead_tag(self._context, TAG_BYTES)
        self._end()
        return b""

    @property
    def tag(self) -> bytes:
        """The 16-byte tag. Raises NotYetFinalized before finalize()."""
        if self._tag is None:
            raise NotYetFinalized("You must finalize encryption before getting the tag.")
        return self._tag


class AeadDecryptor(AeadContext):
    """Decrypts one message in pieces: the result of decryptor().

    What update returns IS NOT VERIFIED: do nothing with it before finalize or finalize_with_tag has returned. Where the
    message fits into memory, decrypt is the better choice.

    >>> from polycha import ChaCha20Poly1305
    >>> ciphertext, tag = ChaCha20Poly1305(bytes(32)).encrypt_detached(bytes(12), b"attack at dawn", None)
    >>> decryptor = ChaCha20Poly1305(bytes(32)).decryptor(bytes(12))
    >>> plaintext = decryptor.update(ciphertext[:7]) + decryptor.update(ciphertext[7:])
    >>> decryptor.finalize_with_tag(tag)  # only now is it certain
    b''
    >>> plaintext
    b'attack at dawn'
    """

    __slots__ = ("_expected_tag",)

    def __init__(self, raw: Raw, context: object, associated_data: Buffer | None, tag: Buffer | None) -> None:
        super().__init__(raw, context, associated_data)
        self._expected_tag = None if tag is None else _copy(tag)

    def update(self, data: Buffer) -> bytes:
        """The plaintext of the next piece, as long as the piece, NOT VERIFIED."""
        if type(data) is bytes:
            plaintext = self._raw.aead_decrypt(self._context, len(data), data)
        else:
            with memoryview(data) as view:
                plaintext = self._raw.aead_decrypt(self._context, view.nbytes, view)
        self._updated = self._updated or bool(plaintext)
        return plaintext

    def update_into(self, data: Buffer, buf: Buffer) -> int:
        """update into the beginning of a writable buffer, which may be data itself. Returns the count."""
        _check_room(data, buf)
        count = self._raw.aead_decrypt(self._context, buf, data)
        self._updated = self._updated or count > 0
        return count

    def finalize(self) -> bytes:
        """finalize_with_tag with the tag that decryptor() was given; ValueError if it was given none. Returns b""."""
        if self._expected_tag is None:
            raise ValueError("Authentication tag must be provided when decrypting.")
        return self.finalize_with_tag(self._expected_tag)

    def finalize_with_tag(self, tag: Buffer) -> bytes:
        """Ends the message. Raises InvalidTag if any piece of it was not authentic: then throw all pieces away. Returns b""."""
        tag = _copy(tag)
        if len(tag) != TAG_BYTES:
            self._end()
            raise InvalidTag
        try:
            self._raw.aead_verify(self._context, tag)
        finally:
            self._end()
        return b""


class Aead(Secret):
    """What ChaCha20Poly1305 and XChaCha20Poly1305 have in Python; the rest is in the build's own types."""

    __slots__ = ()
    _raw: ClassVar[Raw]

    @staticmethod
    def generate_key() -> bytes:
        """32 random bytes from the operating system."""
        return os.urandom(KEY_BYTES)

    def encryptor(self: RawAead, nonce: Buffer, associated_data: Buffer | None = None) -> AeadEncryptor:
        """An object that encrypts one message in pieces."""
        return AeadEncryptor(self._raw, self._begin(nonce), associated_data)

    def decryptor(
        self: RawAead, nonce: Buffer, associated_data: Buffer | None = None, tag: Buffer | None = None
    ) -> AeadDecryptor:
        """An object that decrypts one message in pieces, before it is known whether they are authentic."""
        return AeadDecryptor(self._raw, self._begin(nonce), associated_data, tag)


class ChaCha20Poly1305(Aead):
    """ChaCha20-Poly1305 (RFC 8439 section 2.8), with the methods and exceptions of the class of `cryptography`.

    key: 32 bytes. Nonces have 12 bytes and must never repeat under one key: count them. Arguments are any contiguous buffers
    and are not copied; associated_data may be None. Objects are immutable and may be used by any number of threads; a call on
    4 KiB or more runs without the GIL.

    >>> from polycha import ChaCha20Poly1305
    >>> aead = ChaCha20Poly1305(ChaCha20Poly1305.generate_key())
    >>> nonce = (1).to_bytes(12, "little")
    >>> aead.decrypt(nonce, aead.encrypt(nonce, b"attack at dawn", b"header"), b"header")
    b'attack at dawn'
    """

    __slots__ = ()


class XChaCha20Poly1305(Aead):
    """XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03): ChaCha20Poly1305 with nonces of 24 bytes, which may be random.

    >>> import os
    >>> from polycha import XChaCha20Poly1305
    >>> aead = XChaCha20Poly1305(XChaCha20Poly1305.generate_key())
    >>> nonce = os.urandom(24)
    >>> aead.decrypt(nonce, aead.encrypt(nonce, b"attack at dawn", None), None)
    b'attack at dawn'
    """

    __slots__ = ()


def _copy(buffer: Buffer) -> bytes:
    """A copy of a short argument. Refuses what the builds' own functions refuse: what is no buffer, or is strided."""
    with memoryview(buffer) as view:
        if not view.c_contiguous:
            raise BufferError("Buffer is not contiguous.")
        return view.tobytes()


def _check_room(data: Buffer, buf: Buffer) -> None:
    size = memoryview(data).nbytes
    if memoryview(buf).nbytes < size:
        raise ValueError(f"buffer must be at least {size} bytes for this payload")


# ---- ChaCha20 and Poly1305 alone ----


class ChaCha20(Secret):
    """The stream cipher alone (RFC 8439 section 2.4), and the variants with 8 and 12 rounds.

    It authenticates nothing: whoever can change the ciphertext changes the plaintext. Encryption and decryption are the same.

    key: 32 bytes. nonce: 12 bytes (RFC 8439), 24 (XChaCha20) or 8 (the original cipher, whose block counter has 64 bits and
    not 32); or 16, as in `cryptography`: a counter of 4 bytes, least first, and a nonce of 12. counter: the block of 64 bytes
    to begin at. ValueError if any of them cannot be.

    >>> from polycha import ChaCha20
    >>> ChaCha20(bytes(32), bytes(12), counter=1).update(bytes(8)).hex()
    '9f07e7be5551387a'
    """

    __slots__ = ("_context",)
    _raw: ClassVar[Raw]

    def __init__(self, key: Buffer, nonce: Buffer, counter: int = 0, rounds: int = 20) -> None:
        nonce, counter, rounds = _copy(nonce), operator.index(counter), operator.index(rounds)
        if len(nonce) == 16:
            if counter != 0:
                raise ValueError("a 16-byte nonce has the counter in it; leave counter at 0")
            counter = int.from_bytes(nonce[:4], "little")
            nonce = nonce[4:]
        elif len(nonce) not in (8, 12, 24):
            raise ValueError("nonce must be 8, 12, 16 or 24 bytes")
        if rounds not in (8, 12, 20):
            raise ValueError("rounds must be 8, 12 or 20")
        self._context = self._raw.chacha_new()
        self._raw.chacha_init(self._context, nonce, rounds, key)
        if counter != 0:
            self.seek(counter)

    def update(self, data: Buffer) -> bytes:
        """XORs data with the next bytes of the key stream. ValueError where the key stream ends, with nothing used up."""
        if type(data) is bytes:
            return self._raw.chacha_update(self._context, len(data), data)
        with memoryview(data) as view:
            return self._raw.chacha_update(self._context, view.nbytes, view)

    def update_into(self, data: Buffer, buf: Buffer) -> int:
        """update into the beginning of a writable buffer, which may be data itself. Returns the count."""
        _check_room(data, buf)
        return self._raw.chacha_update(self._context, buf, data)

    def seek(self, block: int, byte: int = 0) -> None:
        """Moves to byte `byte` (0 to 63) of block `block` of the key stream, whatever the counter began at."""
        block, byte = operator.index(block), operator.index(byte)
        if not 0 <= byte <= 63:
            raise ValueError("byte must be 0 to 63")
        if not 0 <= block < 1 << 64:
            raise ValueError("block is outside of the key stream")
        self._raw.chacha_seek(self._context, block, byte)


class Poly1305(Secret):
    """The one-time authenticator alone (RFC 8439 section 2.5). A key must never authenticate two messages.

    >>> from polycha import Poly1305
    >>> tag = Poly1305.generate_tag(bytes(range(32)), b"message")
    >>> Poly1305.verify_tag(bytes(range(32)), b"message", tag)
    >>> authenticator = Poly1305(bytes(range(32)))
    >>> authenticator.update(b"mess")
    >>> authenticator.update(b"age")
    >>> authenticator.finalize() == tag
    True
    """

    __slots__ = ("_context",)
    _raw: ClassVar[Raw]

    def __init__(self, key: Buffer) -> None:
        self._context = self._raw.poly1305_new()
        self._raw.poly1305_init(self._context, key)

    def update(self, data: Buffer) -> None:
        """Takes in the next bytes of the message."""
        self._raw.poly1305_update(self._context, data)

    def finalize(self) -> bytes:
        """The 16-byte tag; afterwards every call raises AlreadyFinalized."""
        return self._raw.poly1305_final(self._context, TAG_BYTES)

    def verify(self, signature: Buffer) -> None:
        """Ends as finalize does, and raises InvalidSignature if the tag is another one."""
        signature = _copy(signature)  # what is no buffer does not end the object
        _compare(self.finalize(), signature)

    @classmethod
    def generate_tag(cls, key: Buffer, data: Buffer) -> bytes:
        """The tag of a whole message."""
        return cls._raw.poly1305(TAG_BYTES, data, key)

    @classmethod
    def verify_tag(cls, key: Buffer, data: Buffer, tag: Buffer) -> None:
        """Raises InvalidSignature if the tag is not the one of this message."""
        tag = _copy(tag)
        _compare(cls.generate_tag(key, data), tag)


def _compare(tag: bytes, expected: bytes) -> None:
    """In constant time."""
    if not hmac.compare_digest(tag, expected):
        raise InvalidSignature("Value did not match computed tag.")


# ---- Functions ----


class BuildInfo(NamedTuple):
    """What runs: the result of build_info()."""

    version: str
    build: str  # "native", "portable", "wasm" or "wasm-simd128"
    backend: str  # the one in use
    backends: dict[str, bool]  # all that were compiled in, best first, and whether this machine can run them


class BackendChoice:
    """The result of use_backend: as a context manager, it goes back to the backend before."""

    __slots__ = ("_before", "_raw")

    def __init__(self, raw: Raw, before: str | None) -> None:
        self._raw = raw
        self._before = before

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._raw.backend_use(self._before)


class Functions:
    """The functions of a build. Its module takes these methods, bound, for its own functions."""

    __slots__ = ("_compiled_in", "_raw", "_xchacha20poly1305")

    def __init__(self, raw: Raw, xchacha20poly1305: RawAeadType) -> None:
        self._raw = raw
        # Asked once: what a CPU can do takes long to ask where a hypervisor answers.
        self._compiled_in = {raw.backend_name(i): bool(raw.backend_usable(i)) for i in range(raw.backend_count())}
        self._xchacha20poly1305 = xchacha20poly1305

    def seal(self, key: Buffer, data: Buffer, aad: Buffer = b"") -> bytes:
        """Encrypts and authenticates data, and authenticates aad with it: XChaCha20-Poly1305 under a fresh random nonce.

        There is nothing to get wrong but to lose the key. The result is 40 bytes longer than data: nonce, ciphertext, tag.

        >>> import polycha
        >>> key = polycha.XChaCha20Poly1305.generate_key()
        >>> polycha.open(key, polycha.seal(key, b"attack at dawn"))
        b'attack at dawn'
        """
        return self._xchacha20poly1305(key)._seal(os.urandom(24), data, aad)

    def open(self, key: Buffer, sealed: Buffer, aad: Buffer = b"") -> bytes:
        """Verifies and decrypts what seal returned. Raises InvalidTag if it is not what seal returned for this key and aad."""
        return self._xchacha20poly1305(key)._open(sealed, aad)

    def hchacha20(self, key: Buffer, nonce: Buffer) -> bytes:
        """The 32-byte subkey of a key and a 16-byte nonce (draft-irtf-cfrg-xchacha-03 section 2.2).

        >>> import polycha
        >>> polycha.hchacha20(bytes(32), bytes(16)).hex()[:16]
        '1140704c328d1d5d'
        """
        if memoryview(nonce).nbytes != 16:
            raise ValueError("nonce must be 16 bytes")
        return self._raw.hchacha20(KEY_BYTES, nonce, key)

    def backends(self) -> tuple[str, ...]:
        """The backends that this machine can run, best first."""
        return tuple(name for name, usable in self._compiled_in.items() if usable)

    def backend(self) -> str:
        """The backend that the next call uses."""
        name = self._raw.backend()
        if name is None:
            raise BackendError(
                f"POLYCHA_BACKEND={os.environ.get('POLYCHA_BACKEND', '')} names no backend that can be used; "
                f"there are: {', '.join(self.backends())}"
            )
        return name

    def use_backend(self, name: str | None) -> BackendChoice:
        """Uses that backend from now on, in all threads of the process; None: the best that there is.

        Objects in the middle of a message keep the backend that they began with. In a with statement it is for that block.
        Raises BackendError if the backend is unknown or this machine cannot run it.

        >>> import polycha
        >>> with polycha.use_backend("portable"):
        ...     polycha.backend()
        'portable'
        """
        if name is not None and not isinstance(name, str):
            raise TypeError(f"the name of a backend is a str or None, not {type(name).__name__}")
        before = self._raw.backend()
        try:
            # C would read a name up to its first NUL.
            if name is not None and name not in self._compiled_in:
                raise BackendError
            self._raw.backend_use(name)
        except BackendError:
            raise BackendError(
                f"backend {name!r} is unknown, or this machine cannot run it; there are: {', '.join(self.backends())}"
            ) from None
        return BackendChoice(self._raw, before)

    def build_info(self) -> BuildInfo:
        """Which version, build and backends there are."""
        return BuildInfo(self._raw.version(), self._raw.build(), self.backend(), dict(self._compiled_in))
