"""The address of a buffer, for the wasm build; the other builds do this in C (../buffers.c), by the same rules."""

from __future__ import annotations

import ctypes
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer


class _PyBuffer(ctypes.Structure):
    """Py_buffer (PEP 3118), of which the first fields are read."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]


_SIMPLE = 0
_WRITABLE = 1
_FULL_RO = 0x11C
_get_buffer = ctypes.pythonapi.PyObject_GetBuffer
_get_buffer.argtypes = [ctypes.py_object, ctypes.POINTER(_PyBuffer), ctypes.c_int]
_release_buffer = ctypes.pythonapi.PyBuffer_Release
_release_buffer.argtypes = [ctypes.POINTER(_PyBuffer)]
_release_buffer.restype = None


def _export(view: _PyBuffer, obj: object, flags: int) -> None:
    try:
        _get_buffer(obj, view, flags)
    except ValueError as error:
        # NumPy's word for a strided buffer, which can be had when strides are allowed; and what a closed map raises.
        try:
            _get_buffer(obj, view, _FULL_RO)
        except Exception:
            raise error from None
        _release_buffer(view)
        raise BufferError("Buffer is not contiguous.") from error


class Range:
    """Addresses."""

    __slots__ = ("address", "size")

    def __init__(self, address: int, size: int) -> None:
        self.address = address
        self.size = size

    def is_apart_from(self, address: int, size: int) -> bool:
        """Whether it shares no byte with that range."""
        return self.address + self.size <= address or address + size <= self.address or not size or not self.size


class Memory(Range):
    """The range of a contiguous buffer, held in place for the length of a with statement.

    Raises TypeError for what is no buffer, or must be written and cannot, and BufferError for what is not contiguous.
    """

    __slots__ = ("_view",)

    def __init__(self, buffer: Buffer, writable: bool = False) -> None:
        view = _PyBuffer()
        try:
            _export(view, buffer, _WRITABLE if writable else _SIMPLE)
        except BufferError:
            if not writable:
                raise
            _export(view, buffer, _SIMPLE)
            _release_buffer(view)
            raise TypeError("Buffer is not writable.") from None
        super().__init__(view.buf or 0, view.len)
        self._view = view

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _release_buffer(self._view)
