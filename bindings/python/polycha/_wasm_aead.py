"""What the types of ../aead_types.c are for the native build, for the wasm build."""

from __future__ import annotations

import ctypes
from contextlib import ExitStack
from typing import TYPE_CHECKING, ClassVar

from . import _wasm
from ._machine import AAD_BYTES, PIECE_BYTES, Machine
from ._memory import Memory, Range
from .exceptions import InvalidTag, error_of_status

if TYPE_CHECKING:
    from typing_extensions import Buffer, Self

TAG_BYTES = _wasm.TAG_BYTES


class _Message(ExitStack):
    """The arguments of one call, held in place for the length of a with statement."""

    def __init__(self, aead: Aead, nonce: Buffer, data: Buffer, aad: Buffer | None) -> None:
        super().__init__()
        self._aead = aead
        with ExitStack() as held:
            self.nonce: Range = held.enter_context(Memory(nonce))
            self.data: Range = held.enter_context(Memory(data))
            self._aad = held.enter_context(Memory(b"" if aad is None else aad))
            self._key = held.enter_context(Memory(aead._key))
            # What fails above is given back by `held`; all else by the with statement that this object is for.
            self.push(held.pop_all())

    def take(self, buffer: Buffer, writable: bool = False) -> Range:
        """One more argument."""
        return self.enter_context(Memory(buffer, writable))

    def check_plaintext(self) -> None:
        self._check_nonce()
        if self.data.size > _wasm.MESSAGE_BYTES_MAX:
            raise error_of_status(_wasm.ERR_LENGTH)

    def split(self) -> tuple[Range, Range]:
        """The ciphertext and the tag in data."""
        self._check_nonce()
        size = self.data.size - TAG_BYTES
        if size < 0:
            raise InvalidTag
        if size > _wasm.MESSAGE_BYTES_MAX:
            raise error_of_status(_wasm.ERR_LENGTH)
        return Range(self.data.address, size), Range(self.data.address + size, TAG_BYTES)

    def check_out(self, out: Range, size: int) -> None:
        if out.size != size:
            raise ValueError(f"buffer must be {size} bytes")
        _wasm.check_apart(out, size, self.data, self.nonce, self._aad)

    def begin(self) -> _wasm.Context:
        """A context that has taken in the associated data."""
        self._check_nonce()
        context = _wasm.aead_context()
        context.init("aead_init", self._key, self.nonce, (12, 24))
        context.read("aead_aad", self._aad)
        return context

    def seal(self, dst: int, tag: int) -> None:
        """Puts the ciphertext and the tag at these addresses."""
        size = self.data.size
        if not self._fits(size):
            context = self.begin()
            context.write("aead_encrypt", dst, self.data, _wasm.ERR_LENGTH)
            ctypes.memmove(tag, context.tag("aead_tag"), TAG_BYTES)
            return
        with _wasm.machine().session() as m:
            self._put(m, self.data)
            aad = self._aad.size
            m.run(self._aead._prefix + "seal_detached", m.data, m.tag, m.data, size, m.aad, aad, m.nonce, m.key)
            m.get(dst, m.data, size)
            m.get(tag, m.tag, TAG_BYTES)

    def open(self, dst: int, ciphertext: Range, tag: Range) -> None:
        """Puts the plaintext at this address, or, if it raises, zeros."""
        size = ciphertext.size
        try:
            if not self._fits(size):
                context = self.begin()
                context.write("aead_decrypt", dst, ciphertext, _wasm.ERR_LENGTH)
                context.verify(tag)
                return
            with _wasm.machine().session() as m:
                self._put(m, ciphertext)
                m.put(m.tag, tag.address, TAG_BYTES)
                aad = self._aad.size
                m.run(self._aead._prefix + "open_detached", m.data, m.data, size, m.tag, m.aad, aad, m.nonce, m.key)
                m.get(dst, m.data, size)
        except BaseException:
            ctypes.memset(dst, 0, size)
            raise

    def _check_nonce(self) -> None:
        if self.nonce.size != self._aead._nonce_size:
            raise ValueError(f"Nonce must be {self._aead._nonce_size} bytes")

    def _fits(self, size: int) -> bool:
        return size <= PIECE_BYTES and self._aad.size <= AAD_BYTES

    def _put(self, m: Machine, data: Range) -> None:
        m.put(m.key, self._key.address, self._key.size)
        m.put(m.nonce, self.nonce.address, self.nonce.size)
        m.put(m.aad, self._aad.address, self._aad.size)
        m.put(m.data, data.address, data.size)


class Aead:
    __slots__ = ("_key",)
    _name: ClassVar[str]
    _nonce_size: ClassVar[int]
    _prefix: ClassVar[str]  # of the C functions' names

    _key: bytearray

    def __new__(cls, key: Buffer) -> Self:
        with Memory(key) as memory:
            if memory.size != _wasm.KEY_BYTES:
                raise ValueError(f"{cls._name} key must be 32 bytes.")
            self = super().__new__(cls)
            self._key = bytearray(memory.size)
            with Memory(self._key, writable=True) as own:  # a bytes object between the two could not be wiped
                ctypes.memmove(own.address, memory.address, memory.size)
            return self

    def __del__(self) -> None:
        # There is none if __new__ failed.
        if hasattr(self, "_key"):
            self._key[:] = bytes(_wasm.KEY_BYTES)

    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None) -> bytes:
        with _Message(self, nonce, data, associated_data) as m:
            m.check_plaintext()
            return self._sealed(m, b"")

    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None) -> bytes:
        with _Message(self, nonce, data, associated_data) as m:
            return self._opened(m, *m.split())

    def encrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int:
        with _Message(self, nonce, data, associated_data) as m:
            out = m.take(buf, writable=True)
            m.check_plaintext()
            m.check_out(out, m.data.size + TAG_BYTES)
            m.seal(out.address, out.address + m.data.size)
            return out.size

    def decrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int:
        with _Message(self, nonce, data, associated_data) as m:
            out = m.take(buf, writable=True)
            try:
                ciphertext, tag = m.split()
            except InvalidTag:
                ctypes.memset(out.address, 0, out.size)
                raise
            m.check_out(out, ciphertext.size)
            m.open(out.address, ciphertext, tag)
            return out.size

    def encrypt_detached(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None) -> tuple[bytes, bytes]:
        sealed = self.encrypt(nonce, data, associated_data)
        return sealed[:-TAG_BYTES], sealed[-TAG_BYTES:]

    def decrypt_detached(self, nonce: Buffer, data: Buffer, tag: Buffer, associated_data: Buffer | None) -> bytes:
        with _Message(self, nonce, data, associated_data) as m:
            tag_range = m.take(tag)
            m.check_plaintext()
            if tag_range.size != TAG_BYTES:
                raise InvalidTag
            return self._opened(m, m.data, tag_range)

    def _begin(self, nonce: Buffer, /) -> object:
        with _Message(self, nonce, b"", None) as m:
            return m.begin()

    def _seal(self, nonce: Buffer, data: Buffer, aad: Buffer | None) -> bytes:
        with _Message(self, nonce, data, aad) as m:
            m.check_plaintext()
            return self._sealed(m, ctypes.string_at(m.nonce.address, m.nonce.size))

    def _open(self, sealed: Buffer, aad: Buffer | None) -> bytes:
        with _Message(self, bytes(self._nonce_size), sealed, aad) as m:
            whole = m.data
            if whole.size < self._nonce_size:
                raise InvalidTag
            m.nonce = Range(whole.address, self._nonce_size)
            m.data = Range(whole.address + self._nonce_size, whole.size - self._nonce_size)
            return self._opened(m, *m.split())

    def _sealed(self, m: _Message, front: bytes) -> bytes:
        out = bytearray(len(front) + m.data.size + TAG_BYTES)
        out[: len(front)] = front
        at = m.take(out, writable=True).address + len(front)
        m.seal(at, at + m.data.size)
        return bytes(out)

    def _opened(self, m: _Message, ciphertext: Range, tag: Range) -> bytes:
        out = bytearray(ciphertext.size)
        m.open(m.take(out, writable=True).address, ciphertext, tag)
        return bytes(out)


class RFC8439(Aead):
    __slots__ = ()
    _name = "ChaCha20Poly1305"
    _nonce_size = 12
    _prefix = ""


class XChaCha(Aead):
    __slots__ = ()
    _name = "XChaCha20Poly1305"
    _nonce_size = 24
    _prefix = "x"
