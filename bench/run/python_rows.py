#!/usr/bin/env python3
"""The rows of ./dev run for Python: python_rows.py LIBRARY FILE seals FILE with each build of the package, opens what the C
library (LIBRARY, libpolycha.so) made of it, and compares the bytes and the speeds."""

from __future__ import annotations

import ctypes
import importlib
import mmap
import os
import sys
import time
from types import ModuleType
from typing import Callable

import polycha

TAG_BYTES = 16
SECONDS_FOR_MORE = 0.5


def sealed_by_c(library: str, text: bytearray, key: bytes, nonce: bytes) -> bytearray:
    """What polycha_seal makes of it."""
    size = len(text)
    sealed = bytearray(size + TAG_BYTES)
    out, source = (ctypes.c_char * len(sealed)).from_buffer(sealed), (ctypes.c_char * max(size, 1)).from_buffer(
        text if size else bytearray(1)
    )
    seal = ctypes.CDLL(library).polycha_seal
    status = seal(out, source, ctypes.c_size_t(size), None, ctypes.c_size_t(0), nonce, key)
    if status != 0:
        sys.exit(f"polycha_seal returned {status}")
    return sealed


def timed(call: Callable[[], object], size: int) -> float:
    """MB/s of the best run."""
    best = float("inf")
    start = time.perf_counter()
    while True:
        begin = time.perf_counter()
        call()
        end = time.perf_counter()
        best = min(best, end - begin)
        if end - start >= SECONDS_FOR_MORE:
            return size / best / 1e6


def row(build: ModuleType, key: bytes, nonce: bytes, text: bytearray, sealed: bytearray, scratch: bytearray) -> None:
    name = build.__name__.rpartition(".")[2]
    aead = build.ChaCha20Poly1305(key)
    whole = memoryview(scratch)
    opened = whole[: len(text)]
    seal_speed = timed(lambda: aead.encrypt_into(nonce, text, None, whole), len(text))
    if scratch != sealed:
        sys.exit(f"Python, {name}: seals to other bytes than the C library")
    open_speed = timed(lambda: aead.decrypt_into(nonce, sealed, None, opened), len(text))
    if opened != text:
        sys.exit(f"Python, {name}: does not open to the file's bytes")
    sealed[len(text) // 2] ^= 1
    try:
        aead.decrypt_into(nonce, sealed, None, opened)
        sys.exit(f"Python, {name}: opened a changed file")
    except polycha.InvalidTag:
        pass
    sealed[len(text) // 2] ^= 1
    if any(opened[at] for at in range(0, len(text), 4096)) or opened.tobytes().count(0) != len(text):
        sys.exit(f"Python, {name}: refused, but plaintext is left")
    print(f"{'Python, ' + name:<17} {build.backend():<12} {seal_speed:>9.0f} {open_speed:>12.0f}", flush=True)


def main() -> None:
    library, file = sys.argv[1:]
    with open(file, "rb") as opened:
        size = os.fstat(opened.fileno()).st_size
        text = bytearray(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)) if size else bytearray()
    key, nonce = os.urandom(32), os.urandom(12)
    sealed = sealed_by_c(library, text, key, nonce)
    scratch = bytearray(len(sealed))
    print(f"\n{'build':<17} {'backend':<12} {'seal MB/s':>9} {'open MB/s':>12}")
    for name in ("native", "portable", "wasm"):
        try:
            build = importlib.import_module(f"polycha.{name}")
        except ImportError as error:
            print(f"{'Python, ' + name:<17} skipped: {error}", flush=True)
            continue
        row(build, key, nonce, text, sealed, scratch)
    print("\nPython's rows agree with the C library on every byte, and refuse a changed one.")


if __name__ == "__main__":
    main()
