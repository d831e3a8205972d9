"""Many threads at once: bad tags among good ones, bytearrays that others want to resize, one object in many hands; forks."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any, Callable
from unittest import SkipTest

import pytest

from polycha import AlreadyFinalized, InvalidTag

THREADS = 32
TAG_BYTES = 16
KEY = bytes(range(32))


def nonce_of(i: int) -> bytes:
    return i.to_bytes(12, "little")


def test_one_object_in_many_threads(api: ModuleType, quick: bool) -> None:
    """Good and bad messages, short ones and some that release the GIL."""
    aead = api.ChaCha20Poly1305(KEY)
    start = threading.Barrier(THREADS)

    def work(thread: int) -> int:
        start.wait()
        forged = 0
        for i in range(20 if quick else 100):
            size = (0, 17, 1000, 4096, 30_000)[(thread + i) % 5]
            text = hashlib.shake_128(bytes([thread, i % 256])).digest(size)
            nonce = nonce_of(thread << 16 | i)
            sealed = bytearray(aead.encrypt(nonce, text, nonce))
            assert aead.decrypt(nonce, sealed, nonce) == text
            sealed[(7 * i) % len(sealed)] ^= 1 << i % 8
            out = bytearray(b"\xaa" * size)
            try:
                aead.decrypt_into(nonce, sealed, nonce, out)
            except InvalidTag:
                assert out == bytes(size)
                forged += 1
        return forged

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(work, range(THREADS))) == [20 if quick else 100] * THREADS


@pytest.mark.parametrize(
    "what", ["data", "associated data", "output", "ciphertext", "tag's message", "piece", "piece's output", "key stream"]
)
def test_no_buffer_moves_under_a_call(build: ModuleType, what: str) -> None:
    """While a call works on a bytearray without the GIL, of which nobody else holds an export, it cannot be resized."""
    aead = build.ChaCha20Poly1305(KEY)
    size = (8 << 20 if build.build_info().build == "native" else 1 << 20) + TAG_BYTES
    buffer = bytearray(size)
    other = bytes(size - TAG_BYTES)
    encryptor, stream = aead.encryptor(nonce_of(0)), build.ChaCha20(KEY, nonce_of(0))
    calls: dict[str, Callable[[], object]] = {
        "data": lambda: aead.encrypt(nonce_of(1), buffer, None),
        "associated data": lambda: aead.encrypt(nonce_of(1), b"", buffer),
        "output": lambda: aead.encrypt_into(nonce_of(1), other, None, buffer),
        "ciphertext": lambda: aead.decrypt(nonce_of(1), buffer, None),
        "tag's message": lambda: build.Poly1305.generate_tag(KEY, buffer),
        "piece": lambda: aead.encryptor(nonce_of(1), buffer),
        "piece's output": lambda: encryptor.update_into(other, buffer),
        "key stream": lambda: stream.update_into(other, buffer),
    }
    inside = False
    done = False
    refused = 0

    def resize() -> None:
        nonlocal refused
        while not done:
            try:
                # There and back in one step of the interpreter's, so that each call finds the size that it needs.
                buffer.__iadd__(b"x")
                del buffer[size:]
            except BufferError:
                refused += inside
            time.sleep(0)

    before = sys.getswitchinterval()
    sys.setswitchinterval(100)  # threads change where the GIL is given up, and nowhere else
    thread = threading.Thread(target=resize)
    try:
        thread.start()
        for _ in range(50):
            inside = True
            try:
                calls[what]()
            except InvalidTag:
                assert what == "ciphertext"
            inside = False
            if refused:
                break
    finally:
        done = True
        sys.setswitchinterval(before)
        thread.join()
    assert refused and len(buffer) == size


@pytest.mark.parametrize("what", ["encrypt", "decrypt_into", "encrypt_detached", "encryptor", "ChaCha20", "Poly1305"])
def test_the_gil_is_released(build: ModuleType, what: str) -> None:
    """During a long call another thread of Python code runs on: its count moves between the call's begin and end."""
    # A count takes no more than a microsecond, and this many bytes some milliseconds.
    text = bytearray(8 << 20 if build.build_info().build == "native" else 1 << 20)
    aead = build.ChaCha20Poly1305(KEY)
    sealed = aead.encrypt(nonce_of(0), text, None)
    encryptor, stream = aead.encryptor(nonce_of(0)), build.ChaCha20(KEY, nonce_of(0))
    calls: dict[str, Callable[[], object]] = {
        "encrypt": lambda: aead.encrypt(nonce_of(0), text, None),
        "decrypt_into": lambda: aead.decrypt_into(nonce_of(0), sealed, None, text),
        "encrypt_detached": lambda: aead.encrypt_detached(nonce_of(0), text, None),
        "encryptor": lambda: encryptor.update_into(text, text),
        "ChaCha20": lambda: stream.update_into(text, text),
        "Poly1305": lambda: build.Poly1305.generate_tag(KEY, text),
    }
    call = calls[what]
    count = 0
    done = False

    def tick() -> None:
        nonlocal count
        while not done:
            count += 1
            time.sleep(0)  # gives the GIL up, for which else the main thread would wait

    before = sys.getswitchinterval()
    # No thread is made to give the GIL up: they do so of themselves alone.
    sys.setswitchinterval(100)
    thread = threading.Thread(target=tick)
    moved = False
    try:
        thread.start()
        for _ in range(50):
            at = count
            call()
            moved = moved or count > at
            if moved:
                break
    finally:
        done = True
        sys.setswitchinterval(before)
        thread.join()
    assert moved


def test_contexts_are_for_one_thread_at_a_time(build: ModuleType) -> None:
    """Of two threads in one object the second is refused, or waits, and neither sees half of what the other does."""
    waits = build.build_info().build.startswith("wasm")
    stream = build.ChaCha20(KEY, bytes(12))
    text = bytearray(8 << 20 if build.build_info().build == "native" else 1 << 20)
    done = False
    updates = 0

    def update() -> None:
        nonlocal updates
        while not done:
            try:
                stream.update_into(text, text)
                updates += 1
            except RuntimeError as error:
                assert "another thread" in str(error)

    thread = threading.Thread(target=update)
    thread.start()
    refused = short = 0
    deadline = time.monotonic() + 20
    while (not refused and not waits or not short or not updates) and time.monotonic() < deadline:
        try:
            stream.update(bytes(64))
            short += 1
        except RuntimeError as error:
            assert "another thread" in str(error)
            refused += 1
    done = True
    thread.join()
    assert waits or refused
    expected = build.ChaCha20(KEY, bytes(12), updates * len(text) // 64 + short)
    assert stream.update(bytes(1000)) == expected.update(bytes(1000))


def test_an_encryptor_in_two_threads(build: ModuleType) -> None:
    for _ in range(20):
        encryptor = build.ChaCha20Poly1305(KEY).encryptor(bytes(12))
        start = threading.Barrier(2)

        def work(which: int, encryptor: Any = encryptor, start: threading.Barrier = start) -> str:
            start.wait()
            try:
                if which:
                    encryptor.finalize()
                else:
                    encryptor.update(bytes(100_000))
            except (AlreadyFinalized, RuntimeError) as error:
                return type(error).__name__
            return "done"

        with ThreadPoolExecutor(2) as pool:
            assert "done" in list(pool.map(work, range(2)))


def test_backends_change_under_work(build: ModuleType) -> None:
    """A message begun on one backend ends right on another."""
    aead = build.ChaCha20Poly1305(KEY)
    text = bytes(100_000)
    expected = aead.encrypt(bytes(12), text, None)
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            for name in build.backends():
                build.use_backend(name)

    thread = threading.Thread(target=change)
    before = build.backend()
    thread.start()
    try:
        for _ in range(30):
            encryptor = aead.encryptor(bytes(12))
            pieces = [encryptor.update(text[i : i + 7777]) for i in range(0, len(text), 7777)]
            encryptor.finalize()
            assert b"".join(pieces) + encryptor.tag == expected == aead.encrypt(bytes(12), text, None)
    finally:
        done.set()
        thread.join()
        build.use_backend(before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timers")
def test_a_signal_handler_that_encrypts(build: ModuleType) -> None:
    """It works, or is refused; it does not wait for the call that it interrupts."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import importlib, signal, sys, time\n"
            "aead = importlib.import_module(sys.argv[1]).ChaCha20Poly1305(bytes(32))\n"
            "def handler(*_):\n"
            "    try: aead.encrypt(bytes(12), b'x', None)\n"
            "    except RuntimeError as error: assert 'at work' in str(error)\n"
            "signal.signal(signal.SIGALRM, handler)\n"
            "expected = aead.encrypt(bytes(12), bytes(1 << 20), None)\n"
            "signal.setitimer(signal.ITIMER_REAL, 0.001, 0.005)\n"
            "end = time.monotonic() + 0.5\n"
            "while time.monotonic() < end: assert aead.encrypt(bytes(12), bytes(1 << 20), None) == expected\n"
            "signal.setitimer(signal.ITIMER_REAL, 0)",
            build.__name__,
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_fork(build: ModuleType) -> None:
    """A child has its own random nonces, and its objects go on working."""
    if build.build_info().build.startswith("wasm"):
        raise SkipTest("wasmtime does not promise to work in a forked child")
    aead = build.ChaCha20Poly1305(KEY)
    expected = aead.encrypt(bytes(12), bytes(10_000), None)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        same = aead.encrypt(bytes(12), bytes(10_000), None) == expected
        os.write(writer, build.seal(KEY, b"")[:24] if same else b"")
        os._exit(0)
    os.close(writer)
    nonce = os.read(reader, 100)
    os.close(reader)
    assert os.waitpid(child, 0)[1] == 0
    assert len(nonce) == 24 and nonce != build.seal(KEY, b"")[:24]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_fork_while_another_thread_is_at_work(build: ModuleType) -> None:
    """The child does not wait for a thread that it does not have."""
    done = subprocess.run(
        [
            sys.executable,
            "-Wignore",
            "-c",
            "import importlib, os, signal, sys, threading, time\n"
            "aead = importlib.import_module(sys.argv[1]).ChaCha20Poly1305(bytes(32))\n"
            "aead.encrypt(bytes(12), b'', None)\n"  # wasmtime compiles on first use, with threads that a child has not
            "def work():\n"
            "    while not done: aead.encrypt(bytes(12), bytes(1 << 20), None)\n"
            "done = False\n"
            "thread = threading.Thread(target=work)\n"
            "thread.start()\n"
            "statuses = []\n"
            "for _ in range(5):\n"
            "    time.sleep(0.01)\n"
            "    child = os.fork()\n"
            "    if child == 0:\n"
            "        signal.alarm(5)\n"
            "        aead.encrypt(bytes(12), b'x', None)\n"
            "        os._exit(0)\n"
            "    statuses.append(os.waitpid(child, 0)[1])\n"
            "done = True\n"
            "thread.join()\n"
            "assert not any(statuses), statuses\n",
            build.__name__,
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
