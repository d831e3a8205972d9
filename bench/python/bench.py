#!/usr/bin/env python3
"""./dev bench --python: what a call costs from Python, in polycha's builds and in the packages that its users come from.

Runs alternate between the candidates, so that what else the machine does hits all of them; a run is a loop of calls, timed
in cycles of the core by the clock of the C benchmark. Every candidate's results are compared before anything is timed.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import os
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from timeit import Timer
from typing import Callable, Iterator

import polycha

LENGTHS = [0, 16, 64, 256, 1024, 4096, 16384, 65536, 1 << 20]
AAD = bytes(range(13))
NONCE = bytes(range(12))
KEY = bytes(range(32))

Timed = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Calls(ctypes.Structure):
    """bench_python_calls of calls.h."""

    _fields_ = [
        ("count", ctypes.c_size_t),
        ("dst", ctypes.c_char_p),
        ("src", ctypes.c_char_p),
        ("len", ctypes.c_size_t),
        ("aad", ctypes.c_char_p),
        ("aad_len", ctypes.c_size_t),
        ("nonce", ctypes.c_char_p),
        ("key", ctypes.c_char_p),
    ]


@dataclass
class Candidate:
    """What is timed: one kind of call in one package, on one length."""

    what: str
    name: str
    backend: str
    length: int
    run: Callable[[int], object]  # makes so many calls
    cycles: list[float] = field(default_factory=list)  # of one call, by run


class Clock:
    """bench/clock.h."""

    def __init__(self, library: ctypes.CDLL, cpu: int) -> None:
        library.bench_clock_time.restype = ctypes.c_bool
        library.bench_clock_hertz.restype = ctypes.c_double
        self._library = library
        self.cpu = library.bench_clock_start(cpu)
        self.hertz = library.bench_clock_hertz()

    def time(self, run: Callable[[int], object], count: int) -> float | None:
        """Cycles of one call; None if the core's clock changed meanwhile."""
        cycles = ctypes.c_double()
        timed = Timed(lambda _: run(count) and None)
        counts = self._library.bench_clock_time(timed, None, ctypes.byref(cycles))
        return cycles.value / count if counts else None


def loop(statement: str, **names: object) -> Callable[[int], object]:
    """A loop over a statement, with its names as local variables."""
    # timeit's loop is a function, in which what its setup assigns is local.
    setup = "; ".join(f"{name} = names[{name!r}]" for name in names)
    return Timer(statement, setup, globals={"names": names}).timeit


def c_candidate(library: ctypes.CDLL, length: int) -> Candidate:
    dst, src = ctypes.create_string_buffer(length + 16), bytes(length)
    calls = Calls(0, ctypes.cast(dst, ctypes.c_char_p), src, length, AAD, len(AAD), NONCE, KEY)

    def run(count: int) -> None:
        calls.count = count
        library.bench_python_seal(ctypes.byref(calls))
        assert dst is not None

    return Candidate("python-encrypt", "C call", "-", length, run)


def polycha_candidates(length: int) -> Iterator[Candidate]:
    data = bytes(length)
    for name in ("native", "portable", "wasm"):
        try:
            build = importlib.import_module(f"polycha.{name}")
        except ImportError as error:
            if length == LENGTHS[0]:
                print(f"without polycha.{name}: {error}", file=sys.stderr)
            continue
        aead = build.ChaCha20Poly1305(KEY)
        sealed = aead.encrypt(NONCE, data, AAD)
        out, opened = bytearray(length + 16), bytearray(length)
        yield Candidate(
            "python-encrypt", "polycha", name, length, loop("f(n, d, a)", f=aead.encrypt, n=NONCE, d=data, a=AAD)
        )
        yield Candidate(
            "python-decrypt", "polycha", name, length, loop("f(n, d, a)", f=aead.decrypt, n=NONCE, d=sealed, a=AAD)
        )
        yield Candidate(
            "python-encrypt-into", "polycha", name, length,
            loop("f(n, d, a, o)", f=aead.encrypt_into, n=NONCE, d=data, a=AAD, o=out),
        )
        yield Candidate(
            "python-decrypt-into", "polycha", name, length,
            loop("f(n, d, a, o)", f=aead.decrypt_into, n=NONCE, d=sealed, a=AAD, o=opened),
        )


def cryptography_candidates(length: int) -> Iterator[Candidate]:
    import cryptography
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    data, out, opened = bytes(length), bytearray(length + 16), bytearray(length)
    aead = ChaCha20Poly1305(KEY)
    sealed = aead.encrypt(NONCE, data, AAD)
    assert sealed == polycha.ChaCha20Poly1305(KEY).encrypt(NONCE, data, AAD)
    name, version = "cryptography", cryptography.__version__
    yield Candidate("python-encrypt", name, version, length, loop("f(n, d, a)", f=aead.encrypt, n=NONCE, d=data, a=AAD))
    yield Candidate(
        "python-decrypt", name, version, length, loop("f(n, d, a)", f=aead.decrypt, n=NONCE, d=sealed, a=AAD)
    )
    yield Candidate(
        "python-encrypt-into", name, version, length,
        loop("f(n, d, a, o)", f=aead.encrypt_into, n=NONCE, d=data, a=AAD, o=out),
    )
    yield Candidate(
        "python-decrypt-into", name, version, length,
        loop("f(n, d, a, o)", f=aead.decrypt_into, n=NONCE, d=sealed, a=AAD, o=opened),
    )


def pynacl_candidates(length: int) -> Iterator[Candidate]:
    import nacl
    from nacl import bindings

    data = bytes(length)
    seal = bindings.crypto_aead_chacha20poly1305_ietf_encrypt
    sealed = seal(data, AAD, NONCE, KEY)
    assert sealed == polycha.ChaCha20Poly1305(KEY).encrypt(NONCE, data, AAD)
    opening = bindings.crypto_aead_chacha20poly1305_ietf_decrypt
    version = nacl.__version__
    for what, function, text in (("python-encrypt", seal, data), ("python-decrypt", opening, sealed)):
        yield Candidate(
            what, "PyNaCl", version, length, loop("f(d, a, n, k)", f=function, d=text, a=AAD, n=NONCE, k=KEY)
        )


def pycryptodome_candidates(length: int) -> Iterator[Candidate]:
    import Crypto
    from Crypto.Cipher import ChaCha20_Poly1305

    data = bytes(length)
    cipher = ChaCha20_Poly1305.new(key=KEY, nonce=NONCE)
    cipher.update(AAD)
    text, tag = cipher.encrypt_and_digest(data)
    assert text + tag == polycha.ChaCha20Poly1305(KEY).encrypt(NONCE, data, AAD)
    for what, call, arguments in (
        ("python-encrypt", "encrypt_and_digest(d)", {"d": data}),
        ("python-decrypt", "decrypt_and_verify(d, t)", {"d": text, "t": tag}),
    ):
        statement = f"c = new(key=k, nonce=n); c.update(a); c.{call}"
        names = {"new": ChaCha20_Poly1305.new, "k": KEY, "n": NONCE, "a": AAD, **arguments}
        yield Candidate(what, "pycryptodome", Crypto.__version__, length, loop(statement, **names))


def all_candidates(library: ctypes.CDLL, lengths: list[int]) -> Iterator[Candidate]:
    for length in lengths:
        yield c_candidate(library, length)
        yield from polycha_candidates(length)
        for peers in (cryptography_candidates, pynacl_candidates, pycryptodome_candidates):
            try:
                yield from peers(length)
            except ImportError as error:
                if length == lengths[0]:
                    print(f"without a peer: {error}", file=sys.stderr)


def seconds_of(candidate: Candidate, count: int) -> float:
    begin = time.perf_counter()
    candidate.run(count)
    return time.perf_counter() - begin


def measure(clock: Clock, candidates: list[Candidate], seconds: float) -> None:
    """Fills in the cycles: all candidates of a length in turn, again and again, each until it has some at least."""
    # So many calls that a run takes a fifth of a millisecond, or one: the core's clock is not the same for long.
    counts = [max(1, int(2e-4 / (min(seconds_of(c, 10) for _ in range(5)) / 10))) for c in candidates]
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < 4 * seconds:
        if spent >= seconds and all(len(candidate.cycles) >= 5 for candidate in candidates):
            break
        for candidate, count in zip(candidates, counts):
            cycles = clock.time(candidate.run, count)
            if cycles is not None:
                candidate.cycles.append(cycles)


def report(candidates: list[Candidate], lengths: list[int], hertz: float) -> None:
    """Nanoseconds by candidate and length, and how many times as long as polycha's native build each takes."""

    def best(what: str, name: str, backend: str, length: int) -> float:
        found = [c for c in candidates if (c.what, c.name, c.backend, c.length) == (what, name, backend, length)]
        return min(found[0].cycles) / hertz * 1e9 if found and found[0].cycles else float("nan")

    for what in dict.fromkeys(c.what for c in candidates):
        rows = dict.fromkeys((c.name, c.backend) for c in candidates if c.what == what)
        print(f"\n{what}: ns at the core's present {hertz / 1e9:.2f} GHz, and the ratio to polycha native\n")
        print(f"{'':24}" + "".join(f"{length:>18}" for length in lengths))
        for name, backend in rows:
            cells = ""
            for length in lengths:
                own = best(what, name, backend, length)
                cells += f"{own:>10.0f} {own / best(what, 'polycha', 'native', length):>6.2f}x"
            print(f"{name + ' ' + backend:24}{cells}")
    crossing = best("python-encrypt", "polycha", "native", 0) - best("python-encrypt", "C call", "-", 0)
    print(f"\nencrypt of 0 bytes from Python: {crossing:.0f} ns above the C call")


def write_tsv(path: Path, candidates: list[Candidate]) -> None:
    lines = ["\t".join(("what", "candidate", "backend", "length", "cycles_min", "cycles_median"))]
    for c in candidates:
        if c.cycles:
            numbers = (f"{min(c.cycles):.1f}", f"{statistics.median(c.cycles):.1f}")
            lines.append("\t".join((c.what, c.name, c.backend, str(c.length), *numbers)))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench --python", description=__doc__)
    parser.add_argument("--library", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tsv", type=Path, help="write the figures to this file, for ./dev bench plot and table")
    parser.add_argument("--cpu", type=int, default=-1, help="pin to this CPU (default: the last that may be used)")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each length (default: 2)")
    parser.add_argument("--lengths", type=lambda text: [int(n) for n in text.split(",")], default=LENGTHS,
                        help="such as 0,64,1024")
    arguments = parser.parse_args()
    library = ctypes.CDLL(os.fspath(arguments.library))
    clock = Clock(library, arguments.cpu)
    info = polycha.build_info()
    print(f"polycha {info.version}, {info.build} build, backend {info.backend}; Python {sys.version.split()[0]}, "
          f"CPU {clock.cpu}")
    candidates = list(all_candidates(library, arguments.lengths))
    for length in arguments.lengths:
        measure(clock, [c for c in candidates if c.length == length], arguments.seconds)
    report(candidates, arguments.lengths, clock.hertz)
    if arguments.tsv:
        write_tsv(arguments.tsv, candidates)


if __name__ == "__main__":
    main()
