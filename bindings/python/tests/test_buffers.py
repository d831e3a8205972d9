"""What counts as a buffer, what becomes of it, and who may write where."""

from __future__ import annotations

import array
import mmap
import sys
from types import ModuleType
from typing import Any, Callable

import numpy
import pytest

from polycha import InvalidTag

KEY = bytes(range(32))
NONCE = bytes(12)
XNONCE = bytes(24)
TEXT = bytes(range(256)) * 20  # beyond 4 KiB, where calls run without the GIL, and a multiple of all item sizes


def as_mmap(content: bytes) -> mmap.mmap:
    memory = mmap.mmap(-1, len(content))
    memory[:] = content
    return memory


BUFFERS: dict[str, Callable[[bytes], Any]] = {
    "bytes": bytes,
    "bytes subclass": type("Subclass", (bytes,), {}),
    "bytearray": bytearray,
    "memoryview": memoryview,
    "slice": lambda content: memoryview(b"123" + content + b"4567")[3:-4],
    "two dimensions": lambda content: memoryview(content).cast("B", (4, len(content) // 4)),
    "array": lambda content: array.array("I", content),
    "mmap": as_mmap,
    "numpy bytes": lambda content: numpy.frombuffer(content, numpy.uint8),
    "numpy doubles": lambda content: numpy.frombuffer(content, numpy.float64),
    "numpy matrix": lambda content: numpy.frombuffer(content, numpy.uint16).reshape(2, -1),
}


@pytest.mark.parametrize("kind", BUFFERS)
def test_any_contiguous_buffer(build: ModuleType, kind: str) -> None:
    wrap = BUFFERS[kind]
    aead = build.ChaCha20Poly1305(wrap(KEY))
    # NONCE has 12 bytes, of which not every kind of item is a divisor.
    expected = aead.encrypt(NONCE, TEXT, TEXT)
    assert build.ChaCha20Poly1305(KEY).encrypt(NONCE, TEXT, TEXT) == expected
    assert aead.encrypt(NONCE, wrap(TEXT), wrap(TEXT)) == expected
    assert aead.decrypt(NONCE, wrap(expected), wrap(TEXT)) == TEXT
    assert build.XChaCha20Poly1305(KEY).encrypt(wrap(XNONCE), b"", None) == build.XChaCha20Poly1305(KEY).encrypt(
        XNONCE, b"", None
    )
    assert build.ChaCha20(wrap(KEY), wrap(XNONCE)).update(wrap(TEXT)) == build.ChaCha20(KEY, XNONCE).update(TEXT)
    assert build.Poly1305.generate_tag(wrap(KEY), wrap(TEXT)) == build.Poly1305.generate_tag(KEY, TEXT)
    encryptor = aead.encryptor(NONCE, wrap(TEXT))
    assert encryptor.update(wrap(TEXT)) + encryptor.finalize() + encryptor.tag == expected
    assert build.open(KEY, wrap(build.seal(KEY, wrap(TEXT), wrap(TEXT))), wrap(TEXT)) == TEXT


WRITABLE: dict[str, Callable[[int], Any]] = {
    "bytearray": bytearray,
    "memoryview": lambda size: memoryview(bytearray(size + 5))[2:-3],
    "array": lambda size: array.array("I", bytes(size)),
    "mmap": lambda size: mmap.mmap(-1, size),
    "numpy": lambda size: numpy.zeros(size // 4, numpy.uint32),
}


@pytest.mark.parametrize("kind", WRITABLE)
def test_any_writable_buffer(build: ModuleType, kind: str) -> None:
    make = WRITABLE[kind]
    aead = build.ChaCha20Poly1305(KEY)
    expected = aead.encrypt(NONCE, TEXT, None)
    out = make(len(TEXT) + 16)
    assert aead.encrypt_into(NONCE, TEXT, None, out) == len(TEXT) + 16
    assert bytes(memoryview(out)) == expected
    opened = make(len(TEXT))
    assert aead.decrypt_into(NONCE, out, None, opened) == len(TEXT)
    assert bytes(memoryview(opened)) == TEXT
    stream = make(len(TEXT) + 4)
    assert build.ChaCha20(KEY, NONCE).update_into(TEXT, stream) == len(TEXT)
    assert bytes(memoryview(stream)) == build.ChaCha20(KEY, NONCE).update(TEXT) + bytes(4)
    pieces = make(len(TEXT) + 4)
    assert aead.encryptor(NONCE).update_into(TEXT, pieces) == len(TEXT)
    assert bytes(memoryview(pieces)) == expected[:-16] + bytes(4)


def output_calls(build: ModuleType) -> dict[str, Callable[[Any], object]]:
    """Calls that write 48 bytes to their argument."""
    aead = build.ChaCha20Poly1305(KEY)
    sealed = aead.encrypt(NONCE, b"t" * 48, None)
    return {
        "encrypt_into": lambda out: aead.encrypt_into(NONCE, bytes(32), None, out),
        "decrypt_into": lambda out: aead.decrypt_into(NONCE, sealed, None, out),
        "ChaCha20": lambda out: build.ChaCha20(KEY, NONCE).update_into(bytes(48), out),
        "encryptor": lambda out: aead.encryptor(NONCE).update_into(bytes(48), out),
        "decryptor": lambda out: aead.decryptor(NONCE).update_into(bytes(48), out),
    }


@pytest.mark.parametrize("call", ["encrypt_into", "decrypt_into", "ChaCha20", "encryptor", "decryptor"])
def test_refused_outputs(build: ModuleType, call: str) -> None:
    write = output_calls(build)[call]
    read_only = b"\xaa" * 48
    out: Any
    for out in (read_only, memoryview(read_only), memoryview(bytearray(48)).toreadonly(), numpy.frombuffer(read_only)):
        with pytest.raises(TypeError):
            write(out)
    assert read_only == b"\xaa" * 48
    memory = bytearray(b"\xaa" * 96)
    matrix = numpy.full((12, 12), 0xAA, numpy.uint8)
    for out in (memoryview(memory)[::2], memoryview(memory)[:48][::-1], matrix[:, :4], matrix[::3]):
        with pytest.raises(BufferError):
            write(out)
    assert memory == b"\xaa" * 96 and (matrix == 0xAA).all()
    short = bytearray(b"\xaa" * 47)
    with pytest.raises(ValueError, match="buffer must be"):
        write(short)
    assert short == b"\xaa" * 47
    for out in (None, 48, "x" * 48, [0] * 48, 1.5):
        with pytest.raises(TypeError):
            write(out)
    exact = bytearray(48)
    assert write(exact) == 48
    assert exact != bytes(48)


def test_a_longer_output_is_not_touched_beyond(build: ModuleType) -> None:
    for name in ("ChaCha20", "encryptor", "decryptor"):
        for more in (1, 7, 64):
            out = bytearray(b"\xaa" * (48 + more))
            assert output_calls(build)[name](out) == 48
            assert out[48:] == b"\xaa" * more


def test_bad_tags_leave_zeros(api: ModuleType) -> None:
    aead = api.ChaCha20Poly1305(KEY)
    for size in (1, 15, 16, 64, 65, 1024, 5000, 1 << 20):
        sealed = bytearray(aead.encrypt(NONCE, (b"plaintext" * (size // 9 + 1))[:size], None))
        sealed[size // 2] ^= 1
        out = bytearray(b"\xaa" * size)
        with pytest.raises(InvalidTag):
            aead.decrypt_into(NONCE, sealed, None, out)
        assert out == bytes(size)
        with pytest.raises(InvalidTag):
            aead.decrypt_into(NONCE, sealed, None, memoryview(sealed)[:size])
        assert sealed[:size] == bytes(size)


def test_what_is_too_short_for_a_tag_leaves_zeros(build: ModuleType) -> None:
    aead = build.ChaCha20Poly1305(KEY)
    for size in range(16):
        out = bytearray(b"\xaa" * 20)
        with pytest.raises(InvalidTag):
            aead.decrypt_into(NONCE, bytes(size), None, out)
        assert out == bytes(20)
        out = bytearray(b"\xaa" * 20)
        with pytest.raises(ValueError):
            aead.decrypt_into(NONCE[:11], bytes(size), None, out)
        assert out == b"\xaa" * 20


def test_strided_inputs(build: ModuleType) -> None:
    """Short ones, too, which are copied."""
    aead = build.ChaCha20Poly1305(KEY)
    tag = memoryview(bytes(32))[::2]
    calls: list[Callable[[], object]] = [
        lambda: build.ChaCha20(KEY, memoryview(bytes(24))[::2]),
        lambda: aead.decryptor(NONCE, None, tag),
        lambda: build.Poly1305(KEY).verify(tag),
        lambda: build.Poly1305.verify_tag(KEY, b"", tag),
    ]
    for call in calls:
        with pytest.raises(BufferError):
            call()
    # Nor does a wrong argument end an object.
    decryptor, poly1305 = aead.decryptor(NONCE), build.Poly1305(KEY)
    wrong: Any
    for wrong in (tag, None, "x" * 16, 16):
        with pytest.raises((BufferError, TypeError)):
            decryptor.finalize_with_tag(wrong)
        with pytest.raises((BufferError, TypeError)):
            poly1305.verify(wrong)
    assert decryptor.finalize_with_tag(aead.encrypt(NONCE, b"", None)) == b""
    poly1305.verify(build.Poly1305.generate_tag(KEY, b""))


def test_overlap(build: ModuleType) -> None:
    aead = build.ChaCha20Poly1305(KEY)
    sealed = aead.encrypt(NONCE, bytes(100), None)
    for distance in (1, 15, 16, 63, 64, 99):
        memory = memoryview(bytearray(b"\xaa" * 300))
        ahead, behind = memory[100 + distance : 200 + distance], memory[100 - distance : 200 - distance]
        for source in (ahead, behind):
            content = bytes(source)
            with pytest.raises(ValueError, match="share"):
                aead.encrypt_into(NONCE, source, None, memory[100:216])
            with pytest.raises(ValueError, match="share"):
                build.ChaCha20(KEY, NONCE).update_into(source, memory[100:200])
            with pytest.raises(ValueError, match="share"):
                aead.encryptor(NONCE).update_into(source, memory[100:200])
            assert source == content
        source = memory[100 - distance : 216 - distance]
        source[:] = sealed
        with pytest.raises(ValueError, match="share"):
            aead.decrypt_into(NONCE, source, None, memory[100:200])
        assert source == sealed
    memory = memoryview(bytearray(b"\xaa" * 300))
    with pytest.raises(ValueError, match="share"):
        aead.encrypt_into(memory[100:112], bytes(100), None, memory[:116])
    with pytest.raises(ValueError, match="share"):
        aead.encrypt_into(NONCE, bytes(100), memory[115:120], memory[:116])
    assert memory == b"\xaa" * 300
    # The other arguments may share what they like.
    assert aead.encrypt(memory[:12], memory[:100], memory[:100]) == aead.encrypt(
        bytes(memory[:12]), bytes(memory[:100]), bytes(memory[:100])
    )


class Broken:
    """Its buffer cannot be had."""

    def __buffer__(self, flags: int) -> memoryview:
        raise RuntimeError("no buffer today")


def test_failing_exporters(build: ModuleType) -> None:
    aead = build.ChaCha20Poly1305(KEY)
    released = memoryview(bytearray(64))
    released.release()
    # Only from 3.12 on is __buffer__ asked for at all.
    broken_raises = RuntimeError if sys.version_info >= (3, 12) else TypeError
    closed = mmap.mmap(-1, 64)
    closed.close()
    exporter: Any
    for exporter, error in ((Broken(), broken_raises), (released, ValueError), (closed, ValueError)):
        calls: list[Callable[[], object]] = [
            lambda: build.ChaCha20Poly1305(exporter),
            lambda: aead.encrypt(exporter, b"", None),
            lambda: aead.encrypt(NONCE, exporter, None),
            lambda: aead.encrypt(NONCE, b"", exporter),
            lambda: aead.encrypt_into(NONCE, b"", None, exporter),
            lambda: build.ChaCha20(KEY, exporter),
            lambda: build.ChaCha20(KEY, NONCE).update(exporter),
        ]
        for call in calls:
            with pytest.raises(error) as caught:
                call()
            assert "contiguous" not in str(caught.value)  # which is not what is wrong with it


def test_every_buffer_is_given_back(build: ModuleType) -> None:
    """After a call, right or wrong, a bytearray can be resized and nobody has kept a reference."""
    aead = build.ChaCha20Poly1305(KEY)
    sealed = aead.encrypt(NONCE, TEXT, TEXT)
    wrong = [None, "text", b"short", bytearray(3), memoryview(bytes(64))[::2]]
    calls: list[Any] = [
        build.ChaCha20Poly1305,
        aead.encrypt,
        aead.decrypt,
        aead.encrypt_into,
        aead.decrypt_into,
        aead.encrypt_detached,
        aead.decrypt_detached,
        aead.encryptor,
        build.ChaCha20,
        build.ChaCha20(KEY, NONCE).update,
        build.ChaCha20(KEY, NONCE).update_into,
        build.Poly1305(KEY).update,
        build.Poly1305.generate_tag,
        build.Poly1305.verify_tag,
        build.hchacha20,
        build.seal,
        build.open,
    ]
    arguments = [bytearray(32), bytearray(12), bytearray(24), bytearray(sealed), bytearray(TEXT), bytearray(len(sealed))]
    counts = [sys.getrefcount(arguments[i]) for i in range(len(arguments))]
    for call in calls:
        for first in arguments:
            for second in [*arguments, *wrong]:
                for rest in ([], [arguments[4]], [wrong[1]], [arguments[4], arguments[5]], [None, arguments[5]]):
                    try:
                        call(first, second, *rest)
                    except (ValueError, TypeError, BufferError, OverflowError, InvalidTag):
                        pass
                    except Exception as error:
                        assert type(error).__name__ in ("AlreadyFinalized", "InvalidSignature")
        for argument in arguments:
            argument.append(0)
            argument.pop()
    del first, second, rest, argument
    assert [sys.getrefcount(arguments[i]) for i in range(len(arguments))] == counts
