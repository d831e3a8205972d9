"""The package as a whole: what it exports, which build it is, how backends are chosen, what the documentation says."""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Callable

import pytest

import polycha
from polycha import BackendError

ROOT = Path(__file__).parents[3]


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The code in a Python of its own, outside of the repository."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_package_is_the_native_build() -> None:
    assert polycha.build_info().build == "native"
    assert polycha.ChaCha20Poly1305 is polycha.native.ChaCha20Poly1305
    assert polycha.__version__ == polycha.build_info().version
    version = re.search(r"version: '(.*?)'", (ROOT / "meson.build").read_text())
    assert version and polycha.__version__ == version[1]


def test_the_package_is_the_portable_build_without_the_native_one() -> None:
    done = run(
        "import sys; sys.modules['polycha._native'] = None\n"
        "import polycha; print(polycha.build_info().build, polycha.ChaCha20Poly1305 is polycha.portable.ChaCha20Poly1305)"
    )
    assert done.stdout == "portable True\n", done.stderr


def test_one_api(build: ModuleType) -> None:
    assert sorted(build.__all__) == sorted(set(polycha.__all__) - set(polycha.exceptions.__all__))
    for name in build.__all__:
        ours, theirs = getattr(build, name), getattr(polycha, name)
        assert type(ours) is type(theirs)
        assert inspect.getdoc(ours) and inspect.getdoc(ours) == inspect.getdoc(theirs)
        if not inspect.isclass(ours):
            assert inspect.signature(ours) == inspect.signature(theirs)
            continue
        public = [member for member in dir(theirs) if not member.startswith("_")]
        assert [member for member in dir(ours) if not member.startswith("_")] == public
        for member in public:
            if callable(getattr(theirs, member)) and not inspect.isclass(getattr(theirs, member)):
                names = [str(p) for p in inspect.signature(getattr(ours, member)).parameters]
                assert names == [str(p) for p in inspect.signature(getattr(theirs, member)).parameters], member
                assert inspect.getdoc(getattr(theirs, member)), member


def test_builds_are_apart(build: ModuleType) -> None:
    """Another backend in one build is none of the others' business."""
    others = [importlib.import_module(f"polycha.{name}") for name in ("native", "portable")]
    before = [other.backend() for other in others if other is not build]
    with build.use_backend("portable"):
        assert build.backend() == "portable"
        assert [other.backend() for other in others if other is not build] == before


def test_use_backend(build: ModuleType) -> None:
    first = build.backend()
    assert build.backends()[0] == first
    for name in build.backends():
        with build.use_backend(name):
            assert build.backend() == name
            with build.use_backend(None):
                assert build.backend() == first
            assert build.backend() == name
        assert build.backend() == first
        with pytest.raises(ZeroDivisionError), build.use_backend(name):
            1 / 0
        assert build.backend() == first
    for wrong in ("", "AVX2", "avx2 ", "fastest", "x" * 10_000, "portable\0", "\udc80"):
        with pytest.raises(BackendError, match="there are: " + ", ".join(build.backends())):
            build.use_backend(wrong)
    for thing in (1, b"portable", ["portable"]):
        with pytest.raises(TypeError, match="str or None"):
            build.use_backend(thing)
    assert build.backend() == first
    build.use_backend("portable")
    assert build.backend() == "portable"
    build.use_backend(None)
    assert build.backend() == first


def test_the_environment_chooses() -> None:
    for name in polycha.native.backends():
        done = run("import polycha; print(polycha.backend())", POLYCHA_BACKEND=name)
        assert done.stdout == f"{name}\n", done.stderr
    for name in ("fastest", "avx2,ssse3", " "):
        done = run("import polycha", POLYCHA_BACKEND=name)
        assert done.returncode == 1 and "BackendError" in done.stderr and f"POLYCHA_BACKEND={name}" in done.stderr
    assert run("import polycha; print(polycha.backend())", POLYCHA_BACKEND="").stdout == f"{polycha.backend()}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="reads ELF symbols")
@pytest.mark.parametrize("name", ["_native", "_portable"])
def test_only_the_init_function_is_exported(name: str) -> None:
    module = importlib.import_module(f"polycha.{name}")
    assert module.__file__
    listed = subprocess.run(["nm", "-D", "--defined-only", module.__file__], capture_output=True, text=True, check=True)
    assert [line.split()[-1] for line in listed.stdout.splitlines()] == [f"PyInit_{name}"]


def test_no_secret_gets_into_an_error() -> None:
    key = bytes(range(7, 39))
    aead = polycha.ChaCha20Poly1305(key)
    calls: list[Callable[[], object]] = [
        lambda: aead.decrypt(bytes(12), bytes(40), None),
        lambda: aead.encrypt(bytes(11), key, None),
        lambda: polycha.ChaCha20Poly1305(key + key),
    ]
    for call in calls:
        with pytest.raises((polycha.InvalidTag, ValueError)) as caught:
            call()
        assert repr(key)[2:10] not in repr(caught.value)
    with pytest.raises(polycha.InvalidTag) as caught:
        aead.decrypt(bytes(12), bytes(40), None)
    assert caught.value.args == ()


def test_subclass_of_an_aead(build: ModuleType) -> None:
    class Counting(build.ChaCha20Poly1305):  # type: ignore[name-defined, misc]
        """Brings its own nonces."""

        def __init__(self, key: bytes) -> None:
            self.count = 0

        def __new__(cls, key: bytes) -> Counting:
            new = super().__new__(cls, key)
            assert isinstance(new, Counting)
            return new

        def send(self, data: bytes) -> bytes:
            self.count += 1
            sealed = self.encrypt(self.count.to_bytes(12, "little"), data, None)
            assert isinstance(sealed, bytes)
            return sealed

    counting = Counting(bytes(32))
    assert counting.send(b"a") == build.ChaCha20Poly1305(bytes(32)).encrypt((1).to_bytes(12, "little"), b"a", None)
    assert counting.send(b"a") != counting.send(b"a") and counting.count == 3


def test_an_object_cannot_be_made_anew() -> None:
    """A second __init__ must not change the key under a thread that is at work with it."""
    aead = polycha.ChaCha20Poly1305(bytes(32))
    before = aead.encrypt(bytes(12), b"", None)
    for arguments in ((), (bytes(range(32)),), (b"short",)):
        try:
            aead.__init__(*arguments)  # type: ignore[misc]
        except TypeError:
            pass
        assert aead.encrypt(bytes(12), b"", None) == before


def test_signatures(build: ModuleType) -> None:
    if sys.version_info >= (3, 10):  # which keeps the signature of a type that C makes
        assert [*inspect.signature(build.ChaCha20Poly1305).parameters] == ["key"]
    assert [*inspect.signature(build.ChaCha20Poly1305.encrypt).parameters][1:] == ["nonce", "data", "associated_data"]
    stream = inspect.signature(build.ChaCha20).parameters
    assert [(p.name, p.default) for p in stream.values()][2:] == [("counter", 0), ("rounds", 20)]


@pytest.mark.skipif(sys.version_info < (3, 13), reason="CPython before 3.13 has no way to start another interpreter")
def test_another_interpreter() -> None:
    """It has exceptions of its own, and what becomes of it is none of the first one's business."""
    done = run(
        "import polycha\n"
        "import _interpreters as interpreters\n"
        "other = interpreters.create('legacy')\n"
        "print(interpreters.exec(other, 'import polycha\\nassert polycha.open(bytes(32), polycha.seal(bytes(32), b\"\")) == b\"\"'))\n"
        "interpreters.destroy(other)\n"
        "try: polycha.ChaCha20Poly1305(bytes(32)).decrypt(bytes(12), bytes(16), None)\n"
        "except polycha.InvalidTag: print('refused')\n"
    )
    assert done.stdout == "None\nrefused\n", (done.returncode, done.stdout, done.stderr)


def test_generate_key(build: ModuleType) -> None:
    for aead in (build.ChaCha20Poly1305, build.XChaCha20Poly1305):
        keys = {aead.generate_key() for _ in range(1000)}
        assert len(keys) == 1000 and {len(key) for key in keys} == {32}
        assert len(aead(aead.generate_key()).generate_key()) == 32


def test_open_refuses(build: ModuleType) -> None:
    sealed = build.seal(bytes(32), b"text", b"aad")
    for size in range(len(sealed)):
        with pytest.raises(polycha.InvalidTag):
            build.open(bytes(32), sealed[:size], b"aad")
    for at in range(len(sealed)):
        with pytest.raises(polycha.InvalidTag):
            build.open(bytes(32), sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :], b"aad")
    for aad in (b"", b"AAD", None):
        with pytest.raises(polycha.InvalidTag):
            build.open(bytes(32), sealed, aad)
    assert build.open(bytes(32), build.seal(bytes(32), b"text", None)) == b"text"
    for key, data in ((bytes(31), b""), (bytes(33), b"")):
        with pytest.raises(ValueError, match="key must be 32 bytes"):
            build.seal(key, data)
    for wrong in (None, "text", 5):
        with pytest.raises(TypeError):
            build.seal(bytes(32), wrong)
        with pytest.raises(TypeError):
            build.open(wrong, sealed)


def test_fresh_nonces(build: ModuleType) -> None:
    nonces = {build.seal(bytes(32), b"")[:24] for _ in range(1000)}
    assert len(nonces) == 1000 and bytes(24) not in nonces


@pytest.mark.parametrize("name", ["polycha", "polycha._api"])
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0 and result.attempted >= 4


def test_the_example_in_the_readme() -> None:
    examples = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    assert examples
    for example in examples:
        done = run(example)
        assert done.returncode == 0 and done.stdout, done.stderr
