"""What failures leave behind, nothing, and messages of more than 2 GiB."""

from __future__ import annotations

import mmap
import os
from pathlib import Path
from types import ModuleType
from typing import Any, Callable
from unittest import SkipTest

import pytest

KEY = bytes(range(32))
NONCE = bytes(12)
TAG_BYTES = 16


def resident() -> int:
    """Bytes of memory that this process has in use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def failures(build: ModuleType) -> dict[str, Callable[[], object]]:
    """A call that fails, for each kind of failure and at each place where there is something to give back."""
    aead = build.ChaCha20Poly1305(KEY)
    text = bytearray(500)
    strided = memoryview(bytearray(1000))[::2]
    finished = build.Poly1305(KEY)
    finished.finalize()
    last_block = build.ChaCha20(KEY, NONCE, 2**32 - 1)
    late = memoryview(bytearray(1000))
    return {
        "key of a wrong length": lambda: build.ChaCha20Poly1305(text),
        "key of a wrong type": lambda: build.ChaCha20Poly1305(None),
        "nonce of a wrong length": lambda: aead.encrypt(text, text, text),
        "nonce of a wrong type": lambda: aead.encrypt(None, text, text),
        "data of a wrong type": lambda: aead.encrypt(NONCE, "text", text),
        "data that is strided": lambda: aead.encrypt(NONCE, strided, text),
        "associated data of a wrong type": lambda: aead.encrypt(NONCE, text, 5),
        "associated data that is strided": lambda: aead.encrypt(NONCE, text, strided),
        "a bad tag": lambda: aead.decrypt(NONCE, text, text),
        "a bad tag, without the GIL": lambda: aead.decrypt(NONCE, bytes(5000), text),
        "no room for a tag": lambda: aead.decrypt(NONCE, b"short", text),
        "a bad detached tag": lambda: aead.decrypt_detached(NONCE, text, bytes(16), text),
        "a short detached tag": lambda: aead.decrypt_detached(NONCE, text, text, text),
        "an output of a wrong size": lambda: aead.encrypt_into(NONCE, text, text, text),
        "an output that is read-only": lambda: aead.encrypt_into(NONCE, text, text, bytes(516)),
        "an output that is strided": lambda: aead.encrypt_into(NONCE, text, text, strided),
        "an output that overlaps": lambda: aead.encrypt_into(NONCE, late[1:501], None, late[:516]),
        "a bad tag, into": lambda: aead.decrypt_into(NONCE, text, None, late[:484]),
        "an argument too many": lambda: aead.encrypt(NONCE, text, text, text),
        "an argument too few": lambda: aead.encrypt(NONCE, text),
        "an argument twice": lambda: aead.encrypt(NONCE, text, text, data=text),
        "an unknown argument": lambda: aead.encrypt(NONCE, text, other=text),
        "a forged box": lambda: build.open(KEY, text, text),
        "a short box": lambda: build.open(KEY, b"", text),
        "a piece of a wrong type": lambda: aead.encryptor(NONCE, text).update("text"),
        "a piece that is strided": lambda: aead.encryptor(NONCE, text).update(strided),
        "a piece for too small an output": lambda: aead.encryptor(NONCE).update_into(text, late[:10]),
        "a bad tag at the end": lambda: aead.decryptor(NONCE, text).finalize_with_tag(bytes(16)),
        "a finished object": lambda: finished.update(text),
        "the end of the key stream": lambda: last_block.update(text),
        "an unknown backend": lambda: build.use_backend("fastest"),
    }


NATIVE_KINDS = sorted(failures(pytest.importorskip("polycha.native")))


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="there is no /proc/self/statm here")
@pytest.mark.parametrize("kind", NATIVE_KINDS)
def test_failures_leave_nothing_behind(build: ModuleType, quick: bool, kind: str) -> None:
    name = build.build_info().build
    calls = 100_000 if name == "native" else 10_000 if name == "portable" else 1_000
    if quick:
        calls //= 10
    call = failures(build)[kind]

    def repeat(count: int) -> None:
        for _ in range(count):
            try:
                call()
            except Exception:
                continue
            raise AssertionError("did not fail")

    # Allocators take what they need once.
    repeat(calls // 10)
    before = resident()
    repeat(calls)
    # A leak of one pointer in each call would be 8 bytes; of the smallest object, 32.
    assert resident() - before < max(8 * calls, 256 << 10)


def test_more_than_2_gib(build: ModuleType, quick: bool) -> None:
    """A sparse map of 2 GiB and 65 bytes, sealed and opened in place; the pieces say the same."""
    name = build.build_info().build
    if name != "native" and quick:
        raise SkipTest("the level is quick, and this takes long on the slower builds")
    size = (2 << 30) + 65
    aead = build.ChaCha20Poly1305(KEY)
    memory = mmap.mmap(-1, size + TAG_BYTES)
    whole = memoryview(memory)
    assert aead.encrypt_into(NONCE, whole[:size], b"aad", whole) == size + TAG_BYTES
    pieces = aead.encryptor(NONCE, b"aad")
    step = 64 << 20
    scratch = bytearray(step)
    zeros = bytes(step)
    for at in range(0, size, step):
        count = pieces.update_into(zeros[: min(step, size - at)], scratch)
        assert memoryview(scratch)[:count] == whole[at : at + count]
    pieces.finalize()
    assert pieces.tag == whole[size:]
    assert aead.decrypt_into(NONCE, whole, b"aad", whole[:size]) == size
    for at in range(0, size, step):
        assert whole[at : min(at + step, size)] == zeros[: min(step, size - at)]
    whole.release()
    memory.close()


def test_too_long_for_the_counter(build: ModuleType) -> None:
    """One byte more than 256 GiB - 64: an address range that is never touched."""
    limit = 64 * (2**32 - 1)
    try:
        memory = mmap.mmap(-1, limit + 1 + TAG_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
    except (OSError, OverflowError) as error:
        raise SkipTest(f"no address range of 256 GiB: {error}") from None
    aead: Any = build.ChaCha20Poly1305(KEY)
    with memoryview(memory) as whole:
        data = whole[: limit + 1]
        calls: list[Callable[[], object]] = [
            lambda: aead.encrypt(NONCE, data, None),
            lambda: aead.encrypt_into(NONCE, data, None, whole),
            lambda: aead.encrypt_detached(NONCE, data, None),
            lambda: aead.decrypt(NONCE, whole, None),
            lambda: aead.decrypt_detached(NONCE, data, bytes(16), None),
            lambda: build.XChaCha20Poly1305(KEY).encrypt(bytes(24), data, None),
        ]
        for call in calls:
            with pytest.raises(OverflowError, match="data too long"):
                call()
        data.release()
    memory.close()
