#!/usr/bin/env python3
"""Proves that no Poly1305 kernel can overflow, by the program of tests/bounds, which runs the kernels' own text with numbers that
know their largest value; then plants the faults of tests/bounds/faults.toml, each of which it must see.

check-bounds.py [--only PART]   only kernels with PART in their names, and no faults
"""

import argparse
import math
import pathlib
import re
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "tests" / "bounds"
WORK = ROOT / "build" / "bounds"
TREE = WORK / "tree"
COMPILER = ["g++", "-std=c++20"]
# The texts use what C has and C++ has not; the engine is ours.
TEXT_FLAGS = ["-x", "c++", "-O0", "-w", "-include", "prelude.h", f"-fmacro-prefix-map={TREE}/="]
ENGINE_FLAGS = ["-O1", "-Wall", "-Wextra", "-Wno-missing-field-initializers"]
# What defines a kernel in plain C or in x86's assembly, and what defines a backend.
KERNEL = re.compile(r"^void pch_poly1305_(\w+)\(pch_poly1305 \*p, const uint8_t \*msg, size_t len\)$", re.MULTILINE)
BACKEND = re.compile(r"^const pch_backend pch_backend_(\w+) = {$", re.MULTILINE)
# Of the two texts that make a tag.
TAGS = {"core": "core/poly1305.h", "x86": "native/poly1305_x86_steps.h"}
# A stated bound may be at most so many times what was found: else it says little.
SLACK = 2


class Failure(Exception):
    """Something that makes the result worthless."""


def run(command, accepted=(0,)):
    """Its output. A loop that a planted fault makes endless must end."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    except subprocess.TimeoutExpired as error:
        raise Failure(error) from error
    if done.returncode not in accepted:
        raise Failure(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}")
    return done.stdout


# ---- the texts as C++ ----


def closing(text, start):
    """Where the parenthesis that opens at start is closed."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    raise Failure("an asm statement that is not closed")


def operands(group, form):
    found = []
    for match in re.finditer(r'\[(\w+)\] "[^"]*"\(', group):
        value = group[match.end() : closing(group, match.end() - 1)]
        found.append(f'{{"{match[1]}", {form.format(value)}}}')
    return "{" + ", ".join(found) + "}"


def assembly(statement):
    """What is between the parentheses of __asm__, as a call that interprets it. One without instructions does nothing."""
    instructions, outputs, inputs, *_ = [*re.split(r"\s:\s", statement), "", ""]
    if not instructions.strip('" \\\n'):
        return "(void)0"
    return f"bounds::assembly({instructions}, {operands(outputs, '&({})')}, {operands(inputs, 'uint64_t({})')})"


def translate(text):
    """The two things that the macros of prelude.h cannot do: inline assembly, and GCC's vector types."""
    text = re.sub(r"typedef uint32_t (\w+) __attribute__\(\(vector_size\(VEC_BYTES\)\)\)", r"typedef bounds::cipher<VEC_BYTES> \1", text)
    text = re.sub(r"typedef uint64_t (\w+) __attribute__\(\(vector_size\(VEC_BYTES\)\)\)", r"typedef bounds::lanes<VEC_BYTES / 8> \1", text)
    result, done = [], 0
    for match in re.finditer(r"__asm__( volatile)?\(", text):
        end = closing(text, match.end() - 1)
        call = assembly(text[match.end() : end])
        lines = text.count("\n", match.start(), end) - call.count("\n")
        result += [text[done : match.start()], call, "\n" * lines]
        done = end + 1
    return "".join(result) + text[done:]


def texts():
    """All that kernels are made of."""
    for folder in ("core", "native", "wasm"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".c", ".h", ".inc") and "node_modules" not in path.parts:
                yield path


def copy_texts():
    """Returns the sources to run: those that define kernels or backends, and the core's own arithmetic."""
    sources, names = [TREE / "core/poly1305.c", TREE / "core/jdk.c"], {KERNEL: [], BACKEND: []}
    for path in texts():
        text, copy = path.read_text(), TREE / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(translate(text))
        for pattern, found in names.items():
            found += pattern.findall(text)
            if pattern.search(text) and copy not in sources:
                sources.append(copy)
    lines = []
    for pattern, macro in ((KERNEL, "BOUNDS_KERNELS"), (BACKEND, "BOUNDS_BACKENDS")):
        lines.append(f"#define {macro}(each) {' '.join(f'each({name})' for name in names[pattern])}\n")
    (TREE / "found.h").write_text("".join(lines))
    return sources


# ---- building ----


def build(sources, folder):
    """Their objects, below folder."""
    include = [PROGRAM / "headers", PROGRAM, TREE, TREE / "core", TREE / "native", TREE / "wasm"]
    folder.mkdir(parents=True, exist_ok=True)

    def compiled(source):
        target = folder / f"{source.parent.name}_{source.name}.o"
        flags = ENGINE_FLAGS if source.suffix == ".cpp" else TEXT_FLAGS
        run([*COMPILER, *flags, *(f"-I{path}" for path in include), "-c", source, "-o", target])
        return target

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(sources, pool.map(compiled, sources)))


def link(objects, target):
    run(["g++", *objects.values(), "-o", target, "-lgmpxx", "-lgmp"])


# ---- running ----


class Findings:
    """What the program printed."""

    def __init__(self, output):
        self.kernels, self.faults, self.sites, self.operations = [], {}, {}, 0
        for line in output.splitlines():
            kind, *fields = line.split("\t")
            if kind == "KERNEL":
                self.kernels.append(fields[0])
            elif kind == "FAULT":
                self.faults.setdefault(fields[0], []).append(fields[1])
            elif kind == "BOUND":
                kernel, file, number, text, most, limit, bits = fields
                site = self.sites.setdefault((file, int(number), text), {})
                site[kernel] = (int(most), int(limit) + 1, int(bits))
            elif kind == "OPERATIONS":
                self.operations = int(fields[0])


def stated():
    """Where the texts state a bound."""
    places = set()
    for path in texts():
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if "PCH_BELOW(" in line and path.name != "bound.h":
                places.add((str(path.relative_to(ROOT)), number))
    return places


def bits(x):
    return f"{math.log2(x):.2f}" if x else "-"


def print_table(findings):
    print(f"{'kernel':<34} {'number':<16} {'largest':>8} {'stated':>8} {'word':>5}   where     (bits)")
    for kernel in findings.kernels:
        for (file, number, text), site in findings.sites.items():
            if kernel in site:
                most, limit, word = site[kernel]
                print(f"{kernel:<34} {text:<16} {bits(most):>8} {bits(limit):>8} {word:>5}   {file}:{number}")


def prove_tag(program, name):
    """That the tag is the accumulator modulo 2^130 - 5, plus s, modulo 2^128. Returns what is wrong."""
    problem = program.parent / f"tag-{name}.smt2"
    problem.write_text(run([program, "smt", name]))
    answer = run(["z3", "-T:300", problem], accepted=(0, 1)).strip()
    return [] if answer == "unsat" else [f"Z3 says {answer}"]


# ---- planted faults ----


def read_faults():
    faults = tomllib.loads((PROGRAM / "faults.toml").read_text())["fault"]
    for fault in faults:
        count = (ROOT / fault["file"]).read_text().count(fault["find"])
        if count != 1:
            raise Failure(f"{fault['name']}: its text stands {count} times in {fault['file']}, not once")
    return faults


def see(fault, objects):
    """What the program says of the texts with the fault in them, first what was expected."""
    path, program = TREE / fault["file"], WORK / "faulty" / "bounds"
    text = path.read_text()
    sources = [source for source in objects if source.name in fault["sources"]]
    try:
        path.write_text(translate((ROOT / fault["file"]).read_text().replace(fault["find"], fault["replace"])))
        link({**objects, **build(sources, program.parent)}, program)
    finally:
        path.write_text(text)
    if fault["kernels"].startswith("Z3: "):
        return prove_tag(program, fault["kernels"][4:])
    findings = Findings(run([program, fault["kernels"]], accepted=(0, 1)))
    if not findings.kernels:
        raise Failure(f"{fault['name']}: no kernel has {fault['kernels']} in its name")
    said = [f"{kernel}: {text}" for kernel, texts in findings.faults.items() for text in texts]
    return sorted(said, key=lambda text: fault["sees"] not in text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", metavar="PART", help="only kernels with this in their names")
    only = parser.parse_args().only
    counts = {True: 0, False: 0}

    def check(what, wrong):
        counts[not wrong] += 1
        print("FAILED " if wrong else "ok     ", what, *(f"\n          {line}" for line in wrong), flush=True)

    faults = read_faults()
    objects = build([*copy_texts(), *sorted(PROGRAM.glob("*.cpp"))], WORK / "objects")
    link(objects, WORK / "bounds")
    findings = Findings(run([WORK / "bounds", *([only] if only else [])], accepted=(0, 1)))
    print_table(findings)
    print(f"\n{findings.operations} operations\n")
    for kernel in findings.kernels:
        check(kernel, findings.faults.get(kernel, []))
    if not only:
        for name, file in TAGS.items():
            check(f"{file}: the tag is the accumulator reduced fully, plus s", prove_tag(WORK / "bounds", name))
        reached = {(file, number) for file, number, _ in findings.sites}
        check("every stated bound is reached", [f"{file}:{number}" for file, number in sorted(stated() - reached)])
        lax = []
        for (file, number, text), site in findings.sites.items():
            most, limit = max(most for most, _, _ in site.values()), next(iter(site.values()))[1]
            if SLACK * (most + 1) < limit:
                lax.append(f"{file}:{number}: {text} is below 2^{bits(limit)}, but not above 2^{bits(most)}")
        check("every stated bound is close", lax)
        for fault in faults:
            said = see(fault, objects) or ["nothing is said of it"]
            check(f"seen: {fault['breaks']} ({fault['name']}: {said[0]})", said if fault["sees"] not in said[0] else [])
    print(f"{counts[True]} passed, {counts[False]} failed, 0 skipped")
    return 1 if counts[False] else 0


try:
    sys.exit(main())
except Failure as failure:
    sys.exit(f"check-bounds: {failure}")
