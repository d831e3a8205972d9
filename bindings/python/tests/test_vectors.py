"""The shared vectors, through every entry point that can take them, on every backend of every build."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from polycha import InvalidTag

VECTORS = Path(__file__).parents[3] / "tests" / "vectors"


class Vector(NamedTuple):
    name: str
    key: bytes
    nonce: bytes
    aad: bytes
    plaintext: bytes
    ciphertext: bytes
    tag: bytes
    valid: bool


def load(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def hexes(entry: dict[str, Any], *names: str) -> list[bytes]:
    return [bytes.fromhex(entry[name]) for name in names]


def vector(name: str, entry: dict[str, str], nonce: str, plaintext: str, valid: bool) -> Vector:
    key, nonce_bytes, aad, text, ciphertext, tag = hexes(entry, "key", nonce, "aad", plaintext, "ct", "tag")
    return Vector(name, key, nonce_bytes, aad, text, ciphertext, tag, valid)


def aead_vectors(construction: str) -> tuple[list[Vector], list[Vector]]:
    """Those with a right nonce length, and those without."""
    good: list[Vector] = []
    bad_nonces: list[Vector] = []
    document = load(f"wycheproof_{construction}.json")
    for group in document["testGroups"]:
        for entry in group["tests"]:
            one = vector(f"wycheproof {entry['tcId']}", entry, "iv", "msg", entry["result"] == "valid")
            (bad_nonces if "InvalidNonceSize" in entry["flags"] else good).append(one)
    assert len(good) + len(bad_nonces) == document["numberOfTests"]
    for i, entry in enumerate(load(f"boringssl_{construction}.json")["tests"]):
        good.append(vector(f"boringssl {i}", entry, "nonce", "pt", True))
    section = "2.8.2" if construction == "chacha20_poly1305" else "xchacha A.3.1"
    good.append(vector(section, load("rfc8439_and_xchacha_draft.json")[section], "nonce", "pt", True))
    return good, bad_nonces


CONSTRUCTIONS = [("chacha20_poly1305", "ChaCha20Poly1305"), ("xchacha20_poly1305", "XChaCha20Poly1305")]


def open_all_ways(api: ModuleType, aead: Any, v: Vector) -> list[bytes]:
    sealed = v.ciphertext + v.tag
    out = bytearray(b"\xaa" * len(v.plaintext))
    assert aead.decrypt_into(v.nonce, sealed, v.aad, out) == len(out)
    in_place = bytearray(sealed)
    view = memoryview(in_place)
    assert aead.decrypt_into(v.nonce, view, v.aad, view[: len(v.plaintext)]) == len(out)
    pieces = aead.decryptor(v.nonce, v.aad)
    half = len(v.ciphertext) // 2
    opened = pieces.update(v.ciphertext[:half]) + pieces.update(v.ciphertext[half:])
    assert pieces.finalize_with_tag(v.tag) == b""
    ways = [
        aead.decrypt(v.nonce, sealed, v.aad),
        aead.decrypt_detached(v.nonce, v.ciphertext, v.tag, v.aad),
        bytes(out),
        bytes(view[: len(v.plaintext)]),
        opened,
    ]
    if len(v.nonce) == 24:
        ways.append(api.open(v.key, v.nonce + sealed, v.aad))
    return ways


def seal_all_ways(aead: Any, v: Vector) -> list[bytes]:
    out = bytearray(len(v.plaintext) + 16)
    assert aead.encrypt_into(v.nonce, v.plaintext, v.aad, out) == len(out)
    in_place = bytearray(v.plaintext + bytes(16))
    view = memoryview(in_place)
    assert aead.encrypt_into(v.nonce, view[: len(v.plaintext)], v.aad, view) == len(out)
    pieces = aead.encryptor(v.nonce, v.aad)
    half = len(v.plaintext) // 2
    sealed = pieces.update(v.plaintext[:half]) + pieces.update(v.plaintext[half:]) + pieces.finalize()
    return [
        aead.encrypt(v.nonce, v.plaintext, v.aad),
        b"".join(aead.encrypt_detached(v.nonce, v.plaintext, v.aad)),
        bytes(out),
        bytes(in_place),
        sealed + pieces.tag,
    ]


@pytest.mark.parametrize("file, name", CONSTRUCTIONS)
def test_aead(api: ModuleType, file: str, name: str) -> None:
    vectors, bad_nonces = aead_vectors(file)
    for v in vectors:
        aead = getattr(api, name)(v.key)
        if len(v.tag) < 16:
            # BoringSSL can cut tags short; nothing here can, so what is cut short is a forgery.
            assert aead.encrypt(v.nonce, v.plaintext, v.aad).startswith(v.ciphertext + v.tag), v.name
            with pytest.raises(InvalidTag):
                aead.decrypt(v.nonce, v.ciphertext + v.tag, v.aad)
            with pytest.raises(InvalidTag):
                aead.decrypt_detached(v.nonce, v.ciphertext, v.tag, v.aad)
            continue
        if v.valid:
            assert set(seal_all_ways(aead, v)) == {v.ciphertext + v.tag}, v.name
            assert set(open_all_ways(api, aead, v)) == {v.plaintext}, v.name
            continue
        with pytest.raises(InvalidTag):
            aead.decrypt(v.nonce, v.ciphertext + v.tag, v.aad)
        with pytest.raises(InvalidTag):
            aead.decrypt_detached(v.nonce, v.ciphertext, v.tag, v.aad)
        out = bytearray(b"\xaa" * len(v.ciphertext))
        with pytest.raises(InvalidTag):
            aead.decrypt_into(v.nonce, v.ciphertext + v.tag, v.aad, out)
        assert out == bytes(len(out)), v.name
        pieces = aead.decryptor(v.nonce, v.aad)
        pieces.update(v.ciphertext)
        with pytest.raises(InvalidTag):
            pieces.finalize_with_tag(v.tag)
    for v in bad_nonces:
        aead = getattr(api, name)(v.key)
        for call in (aead.encrypt, aead.decrypt, aead.encrypt_detached):
            with pytest.raises(ValueError, match="^Nonce must be"):
                call(v.nonce, v.ciphertext + bytes(16), v.aad)
        with pytest.raises(ValueError, match="^Nonce must be"):
            aead.encryptor(v.nonce)
    assert len(vectors) > 300 and len(bad_nonces) == 9


def test_rfc_examples(api: ModuleType) -> None:
    document = load("rfc8439_and_xchacha_draft.json")
    for entry in [document["2.3.2"], *document["A.1"]]:
        key, nonce, keystream = hexes(entry, "key", "nonce", "keystream")
        assert api.ChaCha20(key, nonce, entry["counter"]).update(bytes(len(keystream))) == keystream
        # The form that `cryptography` takes: the counter is in the nonce.
        sixteen = entry["counter"].to_bytes(4, "little") + nonce
        assert api.ChaCha20(key, sixteen).update(bytes(len(keystream))) == keystream
    key, nonce, one_time_key = hexes(document["2.6.2"], "key", "nonce", "otk")
    assert api.ChaCha20(key, nonce).update(bytes(32)) == one_time_key
    key, nonce, plaintext, ciphertext = hexes(document["2.4.2"], "key", "nonce", "pt", "ct")
    out = bytearray(len(plaintext))
    assert api.ChaCha20(key, nonce, document["2.4.2"]["counter"]).update_into(plaintext, out) == len(out)
    assert out == ciphertext
    key, message, tag = hexes(document["2.5.2"], "key", "msg", "tag")
    assert api.Poly1305.generate_tag(key, message) == tag
    api.Poly1305.verify_tag(key, message, tag)
    key, nonce, subkey = hexes(document["xchacha 2.2.1"], "key", "nonce", "subkey")
    assert api.hchacha20(key, nonce) == subkey
