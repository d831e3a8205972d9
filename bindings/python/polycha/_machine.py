"""The project's WebAssembly modules (wasm/README.md), run by the package wasmtime."""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

try:
    import wasmtime
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "polycha.wasm runs on the package wasmtime, which is not installed: pip install 'polycha[wasm]'", name=error.name
    ) from None

from .exceptions import error_of_status

# What is copied into the module at a time: larger pieces leave the processor's second-level cache.
PIECE_BYTES = 1 << 18
AAD_BYTES = 1 << 16


class Machine:
    """An instance of a module. One thread at a time is inside, between session()'s beginning and end.

    A part of the module's arena, taken once, is laid out as key, nonce, tag, context, aad and data, of which the attributes are
    the addresses. A call copies its arguments there and its results back; the end of the session wipes it all.
    """

    def __init__(self, path: Path) -> None:
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self._store, wasmtime.Module.from_file(engine, str(path)), [])
        self._exports = instance.exports(self._store)
        self._functions: dict[str, wasmtime.Func] = {}
        # Held by the thread that is inside; that thread's signal handlers and finalizers find `_busy` instead of waiting for
        # what they interrupt. A fork waits for it, so that the child has a machine that is idle.
        self._lock = threading.RLock()
        self._busy = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(
                before=self._lock.acquire, after_in_parent=self._lock.release, after_in_child=self._lock.release
            )
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        # The memory never grows, so it stays where it is.
        self._base = ctypes.addressof(memory.data_ptr(self._store).contents)
        sizes = [self._call(f"polycha_sizeof_{name}_ctx") for name in ("aead", "chacha", "poly1305")]
        self.aead_size, self.chacha_size, self.poly1305_size = sizes
        self.key = self._call("polycha_arena_alloc", 128 + max(sizes) + AAD_BYTES + PIECE_BYTES)
        if self.key == 0:
            raise ImportError(f"{path} has an arena that is too small")
        self.nonce = self.key + 32
        self.tag = self.key + 64
        self.context = self.key + 128
        self.aad = self.context + max(sizes)
        self.data = self.aad + AAD_BYTES
        self._end = self.data + PIECE_BYTES
        self._used = 0
        self.build = self._string("polycha_build")
        self.version = self._string("polycha_version")

    @contextmanager
    def session(self) -> Iterator[Machine]:
        """Keeps other threads out, and wipes what was copied in. RuntimeError if this thread is inside already."""
        with self._lock:
            if self._busy:
                raise RuntimeError("polycha.wasm is at work in this thread, below a signal handler or finalizer")
            try:
                self._busy = True
                yield self
            finally:
                # First, so that an exception from a signal handler cannot leave it busy.
                used, self._used, self._busy = self._used, 0, False
                ctypes.memset(self._base + self.key, 0, used)

    def put(self, at: int, address: int, size: int) -> None:
        """Copies into the module."""
        self.keep(at, size)
        ctypes.memmove(self._base + at, address, size)

    def keep(self, at: int, size: int) -> None:
        """Makes sure that these bytes are wiped at the end; put does so by itself."""
        assert self.key <= at and at + size <= self._end
        self._used = max(self._used, at + size - self.key)

    def get(self, address: int, at: int, size: int) -> None:
        """Copies out of the module."""
        assert self.key <= at and at + size <= self._end
        ctypes.memmove(address, self._base + at, size)

    def bytes_at(self, at: int, size: int) -> bytes:
        """Copies out of the module, to new bytes."""
        return ctypes.string_at(self._base + at, size)

    def run(self, name: str, *arguments: int) -> None:
        """A function of core/polycha.h, by its name without the prefix. Its errors are exceptions."""
        status = self._call(f"polycha_{name}", *arguments)
        if status < 0:
            raise error_of_status(status)

    def _call(self, name: str, *arguments: int) -> int:
        function = self._functions.get(name)
        if function is None:
            export = self._exports[name]
            assert isinstance(export, wasmtime.Func)
            function = self._functions[name] = export
        result = function(self._store, *arguments)
        return result if isinstance(result, int) else 0

    def _string(self, name: str) -> str:
        return ctypes.string_at(self._base + self._call(name)).decode("ascii")
