"""Faults of other implementations (tests/CASES.md in the repository) that no other file here looks for."""

from __future__ import annotations

import mmap
import random
from types import ModuleType
from unittest import SkipTest

import pytest
from cryptography.hazmat.primitives.ciphers import aead as pyca

KEY = bytes(range(32))
NONCE = bytes(12)

# RFC 8439 section 2.5: bits of r that do not count.
CLEARED = bytes([0, 0, 0, 0xF0, 3, 0, 0, 0xF0, 3, 0, 0, 0xF0, 3, 0, 0, 0xF0]) + bytes(16)


def test_unclamped_keys(api: ModuleType, quick: bool) -> None:
    draw = random.Random(1)
    for size in range(0, 700, 7 if quick else 1):
        message = draw.randbytes(size)
        key = draw.randbytes(32)
        without = bytes(byte & ~cleared & 255 for byte, cleared in zip(key, CLEARED))
        with_all = bytes(byte | cleared for byte, cleared in zip(key, CLEARED))
        tag = api.Poly1305.generate_tag(without, message)
        assert api.Poly1305.generate_tag(with_all, message) == tag
        api.Poly1305.verify_tag(with_all, message, tag)
        pieces = api.Poly1305(with_all)
        pieces.update(message)
        assert pieces.finalize() == tag


def test_every_length(build: ModuleType, quick: bool) -> None:
    """Every length to 2,200 bytes, then around each multiple of the widest stride to 131,137, by the backend that is chosen."""
    draw = random.Random(2)
    step = 1
    if build.build_info().build.startswith("wasm"):
        step = 37 if quick else 5  # of which a call takes a thousand times as long
    sizes = list(range(0, 2201, step))
    for multiple in range(3072, 131_073, 1024 * step * (4 if quick else 1)):
        sizes += [multiple + d for d in (-17, -16, -15, -1, 0, 1, 15, 16, 17, 65)]
    text = draw.randbytes(max(sizes))
    ours, theirs = build.ChaCha20Poly1305(KEY), pyca.ChaCha20Poly1305(KEY)
    for size in sizes:
        nonce, aad = draw.randbytes(12), text[: size % 67]
        sealed = theirs.encrypt(nonce, text[:size], aad)
        assert ours.encrypt(nonce, text[:size], aad) == sealed, size
        assert ours.decrypt(nonce, sealed, aad) == text[:size], size


@pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**32 + 65])
def test_lengths_of_32_bits(build: ModuleType, quick: bool, size: int) -> None:
    """Zeros that are in no memory, as a message of Poly1305 and as associated data: what their pieces give."""
    if build.build_info().build != "native" and (quick or build.build_info().build.startswith("wasm")):
        raise SkipTest("takes long on the slower builds; they have the same code")
    if quick and size < 2**32:
        raise SkipTest("the level is quick, and has the longest of these")
    step = 64 << 20
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ) as zeros:
        mac = build.Poly1305(KEY)
        encryptor = build.ChaCha20Poly1305(KEY).encryptor(NONCE)
        with memoryview(zeros) as whole:
            for at in range(0, size, step):
                with whole[at : at + step] as piece:
                    mac.update(piece)
                    encryptor.authenticate_additional_data(piece)
        encryptor.finalize()
        assert build.Poly1305.generate_tag(KEY, zeros) == mac.finalize()
        assert build.ChaCha20Poly1305(KEY).encrypt(NONCE, b"", zeros) == encryptor.tag


def test_requests_of_any_size(api: ModuleType) -> None:
    """One key stream over three times what the library keeps, however it is asked for."""
    kept = 3 * 1280 + 1
    whole = api.ChaCha20(KEY, NONCE).update(bytes(kept + 8000))
    for request in (1, 3, 7, 64, 65, 4097):
        stream = api.ChaCha20(KEY, NONCE)
        total = kept if request < 64 else len(whole)
        pieces = [stream.update(bytes(min(request, total - at))) for at in range(0, total, request)]
        assert b"".join(pieces) == whole[:total]
