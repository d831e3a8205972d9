"""Turns a JSON file of tests/vectors/ into flat text: vectors_to_text.py INPUT.json OUTPUT.txt"""

import json
import sys

from flat_text import Writer


def aead(out, vector, nonce, plaintext, result):
    out.case(
        "aead",
        key=bytes.fromhex(vector["key"]),
        nonce=bytes.fromhex(vector[nonce]),
        aad=bytes.fromhex(vector["aad"]),
        plaintext=bytes.fromhex(vector[plaintext]),
        ciphertext=bytes.fromhex(vector["ct"]),
        tag=bytes.fromhex(vector["tag"]),
        result=result,
    )


def wycheproof(out, document):
    for group in document["testGroups"]:
        for vector in group["tests"]:
            if "InvalidNonceSize" in vector["flags"]:
                key, nonce = bytes.fromhex(vector["key"]), bytes.fromhex(vector["iv"])
                out.case("nonce_size", key=key, nonce=nonce)
            else:
                aead(out, vector, "iv", "msg", vector["result"])
    assert out.total == document["numberOfTests"]


def keystream(out, vector, counter, name):
    """A keystream is what zeros encrypt to."""
    stream = bytes.fromhex(vector[name])
    out.case(
        "chacha",
        rounds=20,
        key=bytes.fromhex(vector["key"]),
        nonce=bytes.fromhex(vector["nonce"]),
        block=counter,
        plaintext=bytes(len(stream)),
        ciphertext=stream,
    )


def rfc_examples(out, document):
    """The members are named for the sections that they stand in."""
    for vector in [document.pop("2.3.2")] + document.pop("A.1"):
        keystream(out, vector, vector["counter"], "keystream")
    keystream(out, document.pop("2.6.2"), 0, "otk")
    vector = document.pop("2.4.2")
    out.case(
        "chacha",
        rounds=20,
        key=bytes.fromhex(vector["key"]),
        nonce=bytes.fromhex(vector["nonce"]),
        block=vector["counter"],
        plaintext=bytes.fromhex(vector["pt"]),
        ciphertext=bytes.fromhex(vector["ct"]),
    )
    vector = {name: bytes.fromhex(value) for name, value in document.pop("2.5.2").items()}
    out.case("poly1305", key=vector["key"], message=vector["msg"], tag=vector["tag"])
    for section in "2.8.2", "xchacha A.3.1":
        aead(out, document.pop(section), "nonce", "pt", "valid")
    vector = {name: bytes.fromhex(value) for name, value in document.pop("xchacha 2.2.1").items()}
    out.case("hchacha", key=vector["key"], input=vector["nonce"], subkey=vector["subkey"])
    assert not document


def main():
    source, destination = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        document = json.load(file)
    with Writer(destination) as out:
        if "testGroups" in document:
            wycheproof(out, document)
        elif "tests" in document:
            for vector in document["tests"]:
                aead(out, vector, "nonce", "pt", "valid")
        else:
            rfc_examples(out, document)


if __name__ == "__main__":
    main()
