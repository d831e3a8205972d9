"""ChaCha20: the nonces and rounds that it takes, moving, and the ends of its counters."""

from __future__ import annotations

from types import ModuleType

import numpy
import pytest
from Crypto.Cipher import ChaCha20 as PyCryptodome
from hypothesis import HealthCheck, given, settings, strategies as st

from polycha import ChaCha20

KEY = bytes(range(32))
same_api = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("nonce_size", [8, 12, 24])
def test_against_pycryptodome(api: ModuleType, nonce_size: int) -> None:
    nonce = bytes(range(nonce_size))
    theirs = PyCryptodome.new(key=KEY, nonce=nonce)
    ours = api.ChaCha20(KEY, nonce)
    for size in (1, 63, 64, 65, 1000, 5000):
        assert ours.update(bytes(size)) == theirs.encrypt(bytes(size))
    for position in (0, 1, 63, 64, 1000, 2**31 + 3):
        theirs.seek(position)
        ours.seek(*divmod(position, 64))
        assert ours.update(bytes(100)) == theirs.encrypt(bytes(100))


# Key and nonce all zero, from draft-strombergson-chacha-test-vectors-01, TC1: the first block.
ROUNDS = {
    8: "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e",
    12: "9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f",
    20: "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7",
}


@pytest.mark.parametrize("rounds", ROUNDS)
def test_rounds(api: ModuleType, rounds: int) -> None:
    assert api.ChaCha20(bytes(32), bytes(8), rounds=rounds).update(bytes(32)).hex() == ROUNDS[rounds]


@same_api
@given(st.integers(0, 2000), st.integers(0, 2**32 - 100), st.integers(0, 63), st.sampled_from([8, 12, 20]))
def test_seek_is_where_a_counter_begins(api: ModuleType, size: int, block: int, byte: int, rounds: int) -> None:
    expected = api.ChaCha20(KEY, bytes(12), block, rounds).update(bytes(byte + size))[byte:]
    moved = api.ChaCha20(KEY, bytes(12), rounds=rounds)
    moved.update(bytes(17))
    moved.seek(block, byte)
    assert moved.update(bytes(size)) == expected


@pytest.mark.parametrize("nonce_size", [12, 24])
def test_the_end_of_32_bits(api: ModuleType, nonce_size: int) -> None:
    stream = api.ChaCha20(KEY, bytes(nonce_size), 2**32 - 1)
    last = stream.update(bytes(64))
    with pytest.raises(ValueError, match="exhausted"):
        stream.update(b"x")
    assert stream.update(b"") == b""
    for more in (1, 64, 5000, 1 << 19):
        stream.seek(2**32 - 1)
        out = bytearray(b"\xaa" * (64 + more))
        with pytest.raises(ValueError, match="exhausted"):
            stream.update_into(bytes(64 + more), out)
        assert out == b"\xaa" * (64 + more)
        # The stream stands where it stood.
        assert stream.update(bytes(64)) == last
    # The end may be a long way into one call, which in the wasm build goes in pieces.
    stream.seek(2**32 - 8192)
    out = bytearray(b"\xaa" * (8192 * 64 + 1))
    with pytest.raises(ValueError, match="exhausted"):
        stream.update_into(bytes(len(out)), out)
    assert out == b"\xaa" * len(out)
    assert stream.update(bytes(8192 * 64))[-64:] == last
    stream.seek(2**32)
    with pytest.raises(ValueError, match="exhausted"):
        stream.update(b"x")
    for block, byte in ((2**32, 1), (2**32 + 1, 0), (2**63, 0), (2**64 - 1, 0)):
        with pytest.raises(ValueError):
            stream.seek(block, byte)
    # Blocks before the end, and what is beyond it, in one call.
    for blocks in range(1, 34):
        stream.seek(2**32 - blocks)
        assert stream.update(bytes(64 * blocks))[-64:] == last
        stream.seek(2**32 - blocks)
        with pytest.raises(ValueError, match="exhausted"):
            stream.update(bytes(64 * blocks + 1))


def test_the_end_of_64_bits(api: ModuleType) -> None:
    stream = api.ChaCha20(KEY, bytes(8), 2**32 - 1)
    two = stream.update(bytes(128))
    stream.seek(2**32)
    assert stream.update(bytes(64)) == two[64:]  # this counter goes on
    stream = api.ChaCha20(KEY, bytes(8), 2**64 - 2)
    assert len(stream.update(bytes(128))) == 128
    with pytest.raises(ValueError, match="exhausted"):
        stream.update(b"x")


def test_what_it_refuses(build: ModuleType) -> None:
    for size in range(65):
        if size not in (8, 12, 16, 24):
            with pytest.raises(ValueError, match="nonce must be"):
                build.ChaCha20(KEY, bytes(size))
        if size != 32:
            with pytest.raises(ValueError, match="key must be 32 bytes"):
                build.ChaCha20(bytes(size), bytes(12))
    for rounds in (-20, 0, 1, 7, 10, 24, 2**32 + 20, 2**64):
        with pytest.raises(ValueError, match="rounds must be"):
            build.ChaCha20(KEY, bytes(12), rounds=rounds)
    for counter in (-1, 2**32 + 1, 2**64, -(2**64)):
        with pytest.raises(ValueError):
            build.ChaCha20(KEY, bytes(12), counter)
    with pytest.raises(ValueError, match="counter in it"):
        build.ChaCha20(KEY, bytes(16), 1)
    stream = build.ChaCha20(KEY, bytes(12))
    for byte in (-1, 64, 2**32, 2**64):
        with pytest.raises(ValueError, match="0 to 63"):
            stream.seek(0, byte)
    for wrong in (None, "1", 1.0, 0.0, b"1"):
        with pytest.raises(TypeError, match="integer"):
            stream.seek(0, wrong)
        with pytest.raises(TypeError, match="integer"):
            build.ChaCha20(KEY, bytes(12), rounds=wrong)
        with pytest.raises(TypeError):
            stream.seek(wrong)
        with pytest.raises(TypeError):
            build.ChaCha20(KEY, bytes(12), wrong)
    for thing in (None, "x" * 12, 12, ["x"]):
        with pytest.raises(TypeError):
            build.ChaCha20(KEY, thing)
        with pytest.raises(TypeError):
            build.ChaCha20(thing, bytes(12))
        with pytest.raises(TypeError):
            stream.update(thing)


def test_numbers_of_other_types(build: ModuleType) -> None:
    one = build.ChaCha20(KEY, bytes(12), numpy.int64(5), numpy.uint8(12))
    two = build.ChaCha20(KEY, bytes(12), rounds=12)
    two.seek(numpy.uint64(5), numpy.int8(0))
    assert one.update(bytes(9)) == two.update(bytes(9)) == build.ChaCha20(KEY, bytes(12), 5, 12).update(bytes(9))


def test_hchacha20_refuses(build: ModuleType) -> None:
    for key, nonce in ((KEY, bytes(15)), (KEY, bytes(24)), (bytes(31), bytes(16))):
        with pytest.raises(ValueError):
            build.hchacha20(key, nonce)
    with pytest.raises(TypeError):
        build.hchacha20(KEY, None)


def test_subclass() -> None:
    class Logged(ChaCha20):
        def update(self, data: object) -> bytes:
            self.count = getattr(self, "count", 0) + 1
            return super().update(data)  # type: ignore[arg-type]

    logged = Logged(KEY, bytes(12))
    assert logged.update(b"1") + logged.update(b"2") == ChaCha20(KEY, bytes(12)).update(b"12")
    assert logged.count == 2
