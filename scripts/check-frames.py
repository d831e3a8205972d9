#!/usr/bin/env python3
"""Compares the stack frames that the tables of native/ and core/portable.c declare with those that compilers make of the
kernels at -O2 and -O3. Saved registers and alignment have the slack of pch_wipe_stack and need not be in the tables."""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
AVX512 = ["-mavx512f", "-mavx512bw", "-mavx512vl"]
X86 = {
    "native/ssse3.c": ["-mssse3"],
    "native/avx2.c": ["-mavx2"],
    "native/avx512.c": AVX512,
    "native/avx512ifma.c": [*AVX512, "-mavx512ifma"],
    "core/portable.c": [],
}
ARM = {"native/neon.c": [], "core/portable.c": []}
WINDOWS = "x86_64-w64-mingw32-gcc"
# Whose kernels are not in the file of the table.
KERNELS = {"core/portable.c": sorted(path.relative_to(ROOT) for path in ROOT.glob("core/kernels/poly1305_radix*.c"))}
COMPILERS = {
    "gcc": (["gcc"], X86),
    "clang": (["clang"], X86),
    "aarch64-linux-gnu-gcc": (["aarch64-linux-gnu-gcc"], ARM),
    WINDOWS: ([WINDOWS], X86),
}


def declared(path):
    """Kernel: frame, of the rows of a ladder and of the fused kernels."""
    text = (ROOT / path).read_text()
    frames = {name: int(frame) for name, frame in re.findall(r"\{\d+, (?:\d+, )?(\w+), (\d+)\}", text)}
    fused = re.search(r"\.fused_frame = (\d+)", text)
    for name in re.findall(r"#define FUSED_NAME (\w+)", text):
        frames[name] = int(fused[1])
    return frames


def made(compiler, path, flags, level):
    """Function: frame, as -fstack-usage says."""
    with tempfile.TemporaryDirectory() as directory:
        output = pathlib.Path(directory) / "kernels.o"
        command = [*compiler, "-std=c11", level, "-fPIC", "-w", *flags, "-I", ROOT / "core", "-I", ROOT / "native"]
        subprocess.run([*command, "-fstack-usage", "-c", ROOT / path, "-o", output], check=True)
        lines = output.with_suffix(".su").read_text().splitlines()
    return {line.split("\t")[0].split(":")[-1]: int(line.split("\t")[1]) for line in lines}


def windows_slack():
    """By what a frame may be larger there, whatever the table says."""
    return int(re.search(r"#define PCH_FRAME_WIN64 (\d+)", (ROOT / "core/backend.h").read_text())[1])


def main():
    passed = failed = 0
    for name, (compiler, files) in COMPILERS.items():
        for path, flags in files.items():
            frames = declared(path)
            for level in ("-O2", "-O3"):
                sizes = {}
                for source in (path, *KERNELS.get(path, [])):
                    sizes |= made(compiler, source, flags, level)
                slack = windows_slack() if name == WINDOWS else 0
                # A frame of 0 says that nothing secret is spilled, which the test secrets/stack looks for.
                wrong = [f"{kernel}: {sizes[kernel]}, in the table {frame}" for kernel, frame in frames.items()
                         if frame + slack and kernel in sizes and sizes[kernel] > frame + slack]
                if not any(kernel in sizes for kernel in frames):
                    wrong = ["no kernel of its tables found"]
                print("FAILED " if wrong else "ok     ", name, level, path, *wrong, sep=" ")
                passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
