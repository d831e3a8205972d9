"""The functions below the classes: bindings/shim.h's checks, which other languages rely on too, and python.i's typemaps."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any, Callable

import pytest

from polycha import AlreadyFinalized

KEY = bytes(range(32))


@pytest.fixture(params=["_native", "_portable"])
def raw(request: pytest.FixtureRequest) -> ModuleType:
    return importlib.import_module(f"polycha.{request.param}")


def begun(raw: ModuleType) -> tuple[Any, Any, Any]:
    """A context of each kind."""
    chacha, poly1305 = raw.chacha_new(), raw.poly1305_new()
    raw.chacha_init(chacha, bytes(12), 20, KEY)
    raw.poly1305_init(poly1305, KEY)
    return raw.RFC8439(KEY)._begin(bytes(12)), chacha, poly1305


def test_outputs_that_are_too_short(raw: ModuleType) -> None:
    aead, chacha, poly1305 = begun(raw)
    for size in (0, 1, 15, 63, 99):
        out = bytearray(b"\xaa" * size)
        calls: list[Callable[[], object]] = [
            lambda: raw.aead_encrypt(aead, out, bytes(100)),
            lambda: raw.aead_decrypt(aead, out, bytes(100)),
            lambda: raw.chacha_update(chacha, out, bytes(100)),
        ]
        if size < 16:
            calls += [
                lambda: raw.aead_tag(aead, out),
                lambda: raw.poly1305_final(poly1305, out),
                lambda: raw.poly1305(out, b"", KEY),
                lambda: raw.hchacha20(out, bytes(16), KEY),
            ]
        for call in calls:
            with pytest.raises(ValueError, match="buffer is too small"):
                call()
        assert out == b"\xaa" * size
    # None of that was the contexts' business.
    expected = raw.RFC8439(KEY).encrypt(bytes(12), bytes(100), None)
    assert raw.aead_encrypt(aead, 100, bytes(100)) + raw.aead_tag(aead, 16) == expected


def test_new_bytes_of_another_size_than_what_is_written(raw: ModuleType) -> None:
    """They would show what the memory held before."""
    aead, chacha, poly1305 = begun(raw)
    calls: list[Callable[[], object]] = [
        lambda: raw.chacha_update(chacha, 5, b"1234"),
        lambda: raw.aead_encrypt(aead, 5, b"1234"),
        lambda: raw.poly1305_final(poly1305, 17),
        lambda: raw.hchacha20(33, bytes(16), KEY),
    ]
    for call in calls:
        with pytest.raises(SystemError, match="asked for"):
            call()
    for size in (-1, 1 << 64, 1 << 70):
        with pytest.raises(OverflowError):
            raw.chacha_update(chacha, size, b"")
    for size in (1 << 62, 1 << 63):
        with pytest.raises(MemoryError):
            raw.chacha_update(chacha, size, b"")


def test_a_context_of_another_kind(raw: ModuleType) -> None:
    aead, chacha, poly1305 = begun(raw)
    for wrong in (chacha, poly1305, None, 0, object(), KEY):
        with pytest.raises(ValueError):
            raw.aead_encrypt(wrong, 1, b"x")
    for wrong in (aead, poly1305, None):
        with pytest.raises(ValueError):
            raw.chacha_update(wrong, 1, b"x")
    for wrong in (aead, chacha, None):
        with pytest.raises(ValueError):
            raw.poly1305_update(wrong, b"x")


def test_a_context_that_is_not_initialised(raw: ModuleType) -> None:
    calls: list[Callable[[], object]] = [
        lambda: raw.aead_aad(raw.aead_new(), b"x"),
        lambda: raw.aead_encrypt(raw.aead_new(), 1, b"x"),
        lambda: raw.aead_decrypt(raw.aead_new(), 1, b"x"),
        lambda: raw.aead_tag(raw.aead_new(), 16),
        lambda: raw.aead_verify(raw.aead_new(), bytes(16)),
        lambda: raw.chacha_update(raw.chacha_new(), 1, b"x"),
        lambda: raw.chacha_seek(raw.chacha_new(), 0, 0),
        lambda: raw.poly1305_update(raw.poly1305_new(), b"x"),
        lambda: raw.poly1305_final(raw.poly1305_new(), 16),
    ]
    for call in calls:
        with pytest.raises(AlreadyFinalized):
            call()


def test_sizes_that_must_be_exact(raw: ModuleType) -> None:
    aead, chacha, poly1305 = begun(raw)
    for size in (0, 1, 31, 33, 64):
        calls: list[Callable[[], object]] = [
            lambda: raw.chacha_init(chacha, bytes(12), 20, bytes(size)),
            lambda: raw.poly1305_init(poly1305, bytes(size)),
            lambda: raw.poly1305(16, b"", bytes(size)),
            lambda: raw.hchacha20(32, bytes(16), bytes(size)),
        ]
        for call in calls:
            with pytest.raises(ValueError, match="key must be 32 bytes"):
                call()
        with pytest.raises(ValueError, match="tag must be 16 bytes"):
            raw.aead_verify(aead, bytes(size))
        with pytest.raises(ValueError, match="nonce has a length"):
            raw.hchacha20(32, bytes(size), KEY)
        with pytest.raises(ValueError, match="nonce has a length"):
            raw.chacha_init(chacha, bytes(size), 20, KEY)


def test_backend_names(raw: ModuleType) -> None:
    names = [raw.backend_name(i) for i in range(raw.backend_count())]
    assert names[-1] == "portable" and raw.backend_usable(len(names) - 1) == 1
    for i in (len(names), 1 << 40):
        assert raw.backend_name(i) is None and raw.backend_usable(i) == 0
