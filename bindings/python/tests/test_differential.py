"""The same calls, right and wrong, on polycha and on `cryptography` or PyNaCl: the same results, the same errors."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, Callable

import nacl.bindings
import pytest
from cryptography.hazmat.primitives import ciphers, poly1305
from cryptography.hazmat.primitives.ciphers import aead as pyca
from hypothesis import HealthCheck, given, settings, strategies as st

# The fixture `api` is the same for all examples of a test.
same_api = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

keys = st.binary(min_size=32, max_size=32)
nonces = st.binary(min_size=12, max_size=12)
short_data = st.binary(max_size=300)
# Long ones are repetitions: random bytes would take longer to draw than all else.
long_data = st.builds(lambda piece, size: (piece * (size // 32 + 1))[:size], st.binary(min_size=32, max_size=32),
                      st.integers(0, 20_000))
data = st.one_of(short_data, long_data)
aads = st.one_of(st.none(), st.binary(max_size=100), long_data)


def outcome(call: Callable[..., Any], *arguments: Any) -> tuple[str, object]:
    """What a call returned, or what it raised; texts are compared where `cryptography` is as exact as we are.

    Of several errors in one call it depends on the order of the checks which is raised, and that is the same, too.
    """
    try:
        return "returned", call(*arguments)
    except Exception as error:
        name = type(error).__name__
        if name == "BufferError" and sys.version_info < (3, 11):
            # There `cryptography` has another way to buffers, with a TypeError for strided ones.
            name = "TypeError"
        return name, error.args if name in ("ValueError", "InvalidTag", "InvalidSignature", "AlreadyFinalized") else ()


@same_api
@given(keys, nonces, data, aads)
def test_valid_messages(api: ModuleType, key: bytes, nonce: bytes, text: bytes, aad: bytes | None) -> None:
    ours, theirs = api.ChaCha20Poly1305(key), pyca.ChaCha20Poly1305(key)
    sealed = theirs.encrypt(nonce, text, aad)
    assert ours.encrypt(nonce, text, aad) == sealed
    assert ours.decrypt(nonce, sealed, aad) == text


@same_api
@given(keys, st.binary(min_size=24, max_size=24), data, st.binary(max_size=100))
def test_xchacha_and_nacl(api: ModuleType, key: bytes, nonce: bytes, text: bytes, aad: bytes) -> None:
    sealed = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(text, aad, nonce, key)
    ours = api.XChaCha20Poly1305(key)
    assert ours.encrypt(nonce, text, aad) == sealed
    assert ours.decrypt(nonce, sealed, aad) == text
    assert api.open(key, nonce + sealed, aad) == text
    fresh = api.seal(key, text, aad)
    opened = nacl.bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(fresh[24:], aad, fresh[:24], key)
    assert opened == text


@same_api
@given(keys, nonces, st.binary(max_size=200), aads)
def test_forgeries(api: ModuleType, key: bytes, nonce: bytes, sealed: bytes, aad: bytes | None) -> None:
    ours, theirs = api.ChaCha20Poly1305(key), pyca.ChaCha20Poly1305(key)
    assert outcome(ours.decrypt, nonce, sealed, aad) == outcome(theirs.decrypt, nonce, sealed, aad)


# Anything at all, with lengths about those that are right. The right types and lengths are among them, too.
sizes = st.one_of(st.sampled_from([0, 11, 12, 13, 15, 16, 17, 24, 31, 32, 33, 48, 64]), st.integers(0, 80))
things = st.one_of(
    st.builds(bytes, sizes),
    st.builds(bytearray, sizes),
    st.builds(lambda n: memoryview(bytes(n)), sizes),
    st.builds(lambda n: memoryview(bytearray(n)), sizes),
    # But for the empty one, which CPython calls not contiguous, and `cryptography` does.
    st.builds(lambda n: memoryview(bytearray(2 * n))[::2], sizes.filter(bool)),
    st.builds(lambda n: memoryview(bytearray(n))[::-1], sizes.filter(bool)),
    st.sampled_from([None, "text", "x" * 12, "x" * 32, 0, 12, 32, 1.5, [], [1, 2], {}, object(), bytes, Ellipsis]),
)
right_nonce = st.one_of(st.just(bytes(12)), things)


@same_api
@given(things)
def test_wrong_keys(api: ModuleType, key: Any) -> None:
    ours, theirs = outcome(api.ChaCha20Poly1305, key), outcome(pyca.ChaCha20Poly1305, key)
    if theirs[0] == "returned":
        assert ours[0] == "returned"
    else:
        assert ours == theirs


@same_api
@given(right_nonce, things, things)
def test_wrong_encrypt(api: ModuleType, nonce: Any, text: Any, aad: Any) -> None:
    ours, theirs = api.ChaCha20Poly1305(bytes(32)), pyca.ChaCha20Poly1305(bytes(32))
    assert outcome(ours.encrypt, nonce, text, aad) == outcome(theirs.encrypt, nonce, text, aad)
    assert outcome(ours.decrypt, nonce, text, aad) == outcome(theirs.decrypt, nonce, text, aad)


@same_api
@given(right_nonce, things, things, st.data())
def test_wrong_into(api: ModuleType, nonce: Any, text: Any, aad: Any, draw: st.DataObject) -> None:
    ours, theirs = api.ChaCha20Poly1305(bytes(32)), pyca.ChaCha20Poly1305(bytes(32))
    size = memoryview(text).nbytes if isinstance(text, (bytes, bytearray, memoryview)) else 0
    for method, right_size in (("encrypt_into", size + 16), ("decrypt_into", max(size - 16, 0))):
        buf = draw.draw(st.one_of(st.builds(bytearray, st.just(right_size)), things))
        # Each call has an output of its own, since it may write.
        ours_buf = bytearray(buf) if isinstance(buf, bytearray) else buf
        assert outcome(getattr(ours, method), nonce, text, aad, ours_buf) == outcome(
            getattr(theirs, method), nonce, text, aad, buf
        )
        if method == "encrypt_into" and isinstance(buf, bytearray):
            assert ours_buf == buf


def test_valid_decrypt_into(api: ModuleType) -> None:
    ours, theirs = api.ChaCha20Poly1305(bytes(32)), pyca.ChaCha20Poly1305(bytes(32))
    for size in (0, 1, 16, 64, 1000, 5000):
        sealed = theirs.encrypt(bytes(12), b"\x55" * size, b"aad")
        for out_size in (size, size + 1, max(size - 1, 0)):
            a, b = bytearray(out_size), bytearray(out_size)
            assert outcome(ours.decrypt_into, bytes(12), sealed, b"aad", a) == outcome(
                theirs.decrypt_into, bytes(12), sealed, b"aad", b
            )
            assert a == b


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((bytes(12),), {}),
    ((bytes(12), b""), {}),
    ((bytes(12), b"", None), {}),
    ((bytes(12), b"", None, None, None), {}),
    ((bytes(12), b""), {"associated_data": None}),
    ((), {"associated_data": b"a", "data": b"d", "nonce": bytes(12)}),
    ((bytes(12), b"", None), {"data": b""}),
    ((bytes(12), b"", None), {"other": b""}),
    ((bytes(12), b""), {"other": b""}),
]


@pytest.mark.parametrize("arguments, names", CALLS)
def test_ways_to_call(build: ModuleType, arguments: tuple[Any, ...], names: dict[str, Any]) -> None:
    ours, theirs = build.ChaCha20Poly1305(bytes(32)), pyca.ChaCha20Poly1305(bytes(32))
    assert outcome(lambda: ours.encrypt(*arguments, **names)) == outcome(lambda: theirs.encrypt(*arguments, **names))


def test_ways_to_construct(build: ModuleType) -> None:
    ways: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((), {}),
        ((bytes(32), 1), {}),
        ((), {"kee": 1}),
        ((bytes(32),), {"key": 1}),
    ]
    for arguments, names in ways:
        ours = outcome(lambda: build.ChaCha20Poly1305(*arguments, **names))
        assert ours == outcome(lambda: pyca.ChaCha20Poly1305(*arguments, **names))
    build.ChaCha20Poly1305(key=bytes(32))


# ---- The cipher and the authenticator alone ----


@same_api
@given(keys, nonces, st.integers(0, 2**32 - 1000), st.lists(data, max_size=5))
def test_chacha20(api: ModuleType, key: bytes, nonce: bytes, counter: int, pieces: list[bytes]) -> None:
    sixteen = counter.to_bytes(4, "little") + nonce
    theirs = ciphers.Cipher(ciphers.algorithms.ChaCha20(key, sixteen), None).encryptor()
    expected = b"".join(theirs.update(piece) for piece in pieces)
    ours = api.ChaCha20(key, nonce, counter)
    assert b"".join(ours.update(piece) for piece in pieces) == expected
    assert api.ChaCha20(key, sixteen).update(b"".join(pieces)) == expected


@same_api
@given(keys, st.lists(st.one_of(short_data, things), max_size=4), st.one_of(st.binary(max_size=20), things))
def test_poly1305(api: ModuleType, key: bytes, pieces: list[Any], tag: Any) -> None:
    ours, theirs = api.Poly1305(key), poly1305.Poly1305(key)
    for piece in pieces:
        assert outcome(ours.update, piece) == outcome(theirs.update, piece)
    if isinstance(tag, bytes):
        assert outcome(ours.verify, tag) == outcome(theirs.verify, tag)
        with pytest.raises(Exception, match="already finalized"):
            ours.finalize()
    else:
        # `cryptography` takes no buffer but bytes here.
        assert outcome(ours.finalize) == outcome(theirs.finalize)
    assert outcome(ours.update, b"") == outcome(theirs.update, b"")
    assert outcome(ours.finalize) == outcome(theirs.finalize)


@same_api
@given(st.one_of(st.tuples(keys, things), st.tuples(things, data), st.tuples(keys, data)), st.binary(max_size=17))
def test_poly1305_at_once(api: ModuleType, key_and_message: tuple[Any, Any], tag: bytes) -> None:
    key, message = key_and_message
    ours, theirs = api.Poly1305, poly1305.Poly1305
    for a, b in [
        (outcome(ours.generate_tag, key, message), outcome(theirs.generate_tag, key, message)),
        (outcome(ours.verify_tag, key, message, tag), outcome(theirs.verify_tag, key, message, tag)),
    ]:
        assert a == b or (a[0] == b[0] == "ValueError")  # what is said of the key differs
