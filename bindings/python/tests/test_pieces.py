"""The objects that take a message in pieces: any cut gives the same bytes, and no order of calls gives a tag too many."""

from __future__ import annotations

import copy
import ctypes
import pickle
from types import ModuleType
from typing import Any, Callable

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from polycha import AlreadyFinalized, AlreadyUpdated, InvalidTag, NotYetFinalized

KEY = bytes(range(32))
NONCES = {"ChaCha20Poly1305": bytes(range(12)), "XChaCha20Poly1305": bytes(range(24))}
same_api = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def cut(whole: bytes, at: list[int]) -> list[bytes]:
    edges = [0, *sorted(position % (len(whole) + 1) for position in at), len(whole)]
    return [whole[a:b] for a, b in zip(edges, edges[1:])]


@same_api
@given(
    st.sampled_from(sorted(NONCES)),
    st.one_of(st.integers(0, 300), st.sampled_from([1023, 1024, 1025, 4095, 4096, 4097, 9000])),
    st.integers(0, 100),
    st.lists(st.integers(0, 10_000), max_size=8),
    st.booleans(),
)
def test_any_cut(api: ModuleType, name: str, size: int, aad_size: int, at: list[int], into: bool) -> None:
    aead = getattr(api, name)(KEY)
    text, aad = (bytes(range(251)) * 40)[:size], bytes(range(100))[:aad_size]
    expected = aead.encrypt(NONCES[name], text, aad)
    encryptor, decryptor = aead.encryptor(NONCES[name]), aead.decryptor(NONCES[name], tag=expected[-16:])
    for piece in cut(aad, at):
        encryptor.authenticate_additional_data(piece)
        decryptor.authenticate_additional_data(bytearray(piece))

    def run(context: Any, piece: bytes) -> bytes:
        if not into:
            return bytes(context.update(bytearray(piece)))
        in_place = bytearray(piece)
        assert context.update_into(in_place, in_place) == len(piece)
        return bytes(in_place)

    assert b"".join(run(encryptor, piece) for piece in cut(text, at)) == expected[:-16]
    assert encryptor.finalize() == b"" and encryptor.tag == expected[-16:]
    assert b"".join(run(decryptor, piece) for piece in cut(expected[:-16], at)) == text
    assert decryptor.finalize() == b""


def encryptor(api: ModuleType) -> Any:
    return api.ChaCha20Poly1305(KEY).encryptor(bytes(12), b"aad")


def decryptor(api: ModuleType) -> Any:
    return api.ChaCha20Poly1305(KEY).decryptor(bytes(12), b"aad")


def test_wasm_keeps_no_copy_of_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is copied to new bytes, which cannot be wiped, is no key and no context."""
    wasm = pytest.importorskip("polycha.wasm")
    copies: list[bytes] = []
    string_at = ctypes.string_at

    def record(address: int, size: int = -1) -> bytes:
        copies.append(string_at(address, size))
        return copies[-1]

    monkeypatch.setattr(ctypes, "string_at", record)
    encryptor(wasm).finalize()
    wasm.ChaCha20(KEY, bytes(12)).update(bytes(100))
    wasm.Poly1305(KEY).finalize()
    assert copies
    assert not [copy for copy in copies if KEY in copy or len(copy) > 100]


def test_every_tag_bit_counts(api: ModuleType) -> None:
    one = encryptor(api)
    ciphertext = one.update(b"message")
    one.finalize()
    for bit in range(128):
        tag = (int.from_bytes(one.tag, "big") ^ 1 << bit).to_bytes(16, "big")
        two = decryptor(api)
        two.update(ciphertext)
        with pytest.raises(InvalidTag):
            two.finalize_with_tag(tag)
    for size in (0, 15, 17, 32):
        two = decryptor(api)
        two.update(ciphertext)
        with pytest.raises(InvalidTag):
            two.finalize_with_tag((one.tag * 2)[:size])
        with pytest.raises(AlreadyFinalized):
            two.finalize_with_tag(one.tag)


@pytest.mark.parametrize("make", [encryptor, decryptor])
def test_order_of_calls(build: ModuleType, make: Callable[[ModuleType], Any]) -> None:
    context = make(build)
    if make is encryptor:
        with pytest.raises(NotYetFinalized):
            context.tag
    else:
        with pytest.raises(ValueError, match="tag must be provided"):
            context.finalize()
    context.authenticate_additional_data(b"more")
    context.update(b"")
    context.authenticate_additional_data(b"still no data")
    context.update(b"data")
    context.authenticate_additional_data(b"")
    with pytest.raises(AlreadyUpdated):
        context.authenticate_additional_data(b"too late")
    # That was an error of the caller's, after which nothing that the object could say would be right.
    finish = context.finalize if make is encryptor else lambda: context.finalize_with_tag(bytes(16))
    for call in (lambda: context.update(b"x"), lambda: context.update_into(b"x", bytearray(1)), finish):
        with pytest.raises(AlreadyFinalized):
            call()
    if make is encryptor:
        with pytest.raises(NotYetFinalized):
            context.tag


@pytest.mark.parametrize("make", [encryptor, decryptor])
def test_after_the_end(build: ModuleType, make: Callable[[ModuleType], Any]) -> None:
    context = make(build)
    context.update(b"data")
    if make is encryptor:
        context.finalize()
        tag = context.tag
    else:
        with pytest.raises(InvalidTag):
            context.finalize_with_tag(bytes(16))
    for call in (
        lambda: context.update(b"x"),
        lambda: context.update_into(b"x", bytearray(1)),
        lambda: context.authenticate_additional_data(b"x"),
        context.finalize if make is encryptor else lambda: context.finalize_with_tag(bytes(16)),
    ):
        with pytest.raises(AlreadyFinalized):
            call()
    if make is encryptor:
        assert context.tag == tag


@same_api
@given(st.lists(st.sampled_from(["aad", "no aad", "data", "no data", "finish"]), max_size=8))
def test_no_tag_but_of_what_was_said(build: ModuleType, names: list[str]) -> None:
    aead = build.ChaCha20Poly1305(KEY)
    context = aead.encryptor(bytes(12))
    aad, ciphertext, alive = b"", b"", True
    for name in names:
        if name == "finish" and alive:
            context.finalize()
            assert aead.decrypt(bytes(12), ciphertext + context.tag, aad) == b"data" * (len(ciphertext) // 4)
            alive = False
            continue
        late = name == "aad" and ciphertext != b""
        try:
            if name in ("aad", "no aad"):
                context.authenticate_additional_data(b"aad" if name == "aad" else b"")
                aad += b"aad" if name == "aad" else b""
            elif name in ("data", "no data"):
                ciphertext += context.update(b"data" if name == "data" else b"")
            else:
                context.finalize()
            assert alive and not late
        except (AlreadyFinalized, AlreadyUpdated):
            assert late or not alive
            alive = False


def test_wrong_nonces(build: ModuleType) -> None:
    for name, nonce in NONCES.items():
        aead = getattr(build, name)(KEY)
        for size in range(65):
            if size == len(nonce):
                continue
            for begin in (aead.encryptor, aead.decryptor):
                with pytest.raises(ValueError, match="Nonce must be"):
                    begin(bytes(size))
        for wrong in (None, "x" * len(nonce), 12):
            with pytest.raises(TypeError):
                aead.encryptor(wrong)


def secret_objects(build: ModuleType) -> list[Any]:
    aead = build.ChaCha20Poly1305(KEY)
    return [
        aead,
        build.XChaCha20Poly1305(KEY),
        build.ChaCha20(KEY, bytes(12)),
        build.Poly1305(KEY),
        aead.encryptor(bytes(12)),
        aead.decryptor(bytes(12)),
    ]


def test_secrets_cannot_be_written_down(build: ModuleType) -> None:
    for secret in secret_objects(build):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError, match="cannot pickle"):
                pickle.dumps(secret, protocol)
        for double in (copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="cannot pickle"):
                double(secret)
        assert KEY.hex() not in repr(secret) and repr(KEY) not in repr(secret)
        with pytest.raises(TypeError):
            memoryview(secret)
        with pytest.raises(AttributeError):
            secret.anything = 1
