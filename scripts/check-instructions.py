#!/usr/bin/env python3
"""Looks at the machine code of objects and linked files for x86-64 and AArch64: check-instructions.py [OPTION...] FILE...

Which instructions a function may have is told by the object's name (avx2.c.o), and in a linked file by the function's own
(chacha_rows2_avx2): a kernel's name ends with its instruction set, and all else is for every CPU of the architecture, with
SSE2 or Advanced SIMD. The list of what that allows is binutils' own: every instruction is given to the assembler again, with
exactly those extensions. What the text of an instruction does not tell, its encoding does: legacy, VEX (AVX) or EVEX (AVX-512).

In a function with ymm or zmm registers every way to a return, to a jump out of it and to a call has a vzeroupper behind the last
of them, so that SSE code afterwards does not wait for their upper halves. In a file for Windows, whose stack may not be aligned
for them, no such register is moved by an instruction that traps on unaligned addresses.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

Instruction = collections.namedtuple("Instruction", "address bytes text relocated")

# Kernel suffix or file name: what GNU as may assemble, and the encodings.
X86 = {
    "baseline": ("generic64+sse2", {"legacy"}),
    "ssse3": ("generic64+ssse3", {"legacy"}),
    "avx2": ("generic64+avx2", {"legacy", "VEX"}),
    "avx512": ("generic64+avx512f+avx512bw+avx512vl", {"legacy", "VEX", "EVEX"}),
    "ifma": ("generic64+avx512f+avx512bw+avx512vl+avx512ifma", {"legacy", "VEX", "EVEX"}),
}
ARM = {"baseline": ("armv8-a", None), "neon": ("armv8-a", None)}
FILES = {"avx512ifma": "ifma"}
KERNEL = re.compile(r"\w+_(ssse3|avx2|avx512|ifma|neon)(?:\.\w+)*$")
OBJECT = re.compile(r"(ssse3|avx2|avx512ifma|avx512|neon)\.c\.(?:o|obj)$")

# XGETBV stands in cpu.c behind a test of OSXSAVE (the test cpu/xgetbv_guarded). The others do nothing on a CPU that does not
# know them: Intel's and Arm's marks of where an indirect branch may go, and the signing of return addresses.
HARMLESS = {"xgetbv", "endbr64", "bti", "paciasp", "autiasp"}
# Of x86, with the address of code as their operand, which cannot be assembled again, and AArch64's.
DIRECT = re.compile(r"(?:(?:bnd|notrack) )?(?:j\w+|call|loop\w*|xbegin|b|bl|b\.\w+|cbn?z|tbn?z|adrp?) [^*]*$")
# Padding, whose prefixes objdump writes in an order that GNU as does not read.
PADDING = re.compile(r"(?:(?:data16|cs) )*(?:nop[wl]?|xchg %ax,%ax)\b")
# Tables that the start code of Windows has among its functions; and libgcc's atomics for AArch64, which ask the CPU by themselves.
NOT_OURS = re.compile(r"__[CD]TOR_LIST__$|\.[cd]tors(?:\.\d+)?$|__aarch64_(?:cas|swp|ld)\w+$")
JUMP = re.compile(r"(?:(?:bnd|notrack) )?(j\w+) +(\*)?(?:0x)?([0-9a-f]+)?")
WIDE = re.compile(r"%[yz]mm(\d+)")
ALIGNED = re.compile(r"vmov(?:dqa(?:32|64)?|ap[sd]|ntdqa?|ntp[sd]) .*%[yz]mm")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def disassemble(path):
    """The kind of file, and {function: instructions}. What GCC has moved out of a function's way is a part of it."""
    kind = re.search(r"file format (\S+)", run("objdump", "-a", path))[1]
    is_arm = "aarch64" in kind or "little" in kind
    objdump = "aarch64-linux-gnu-objdump" if is_arm else "objdump"
    functions = collections.defaultdict(list)
    name = ""
    for line in run(objdump, "-d", "-r", "-w", path).splitlines():
        if found := re.match(r"[0-9a-f]+ <(.+)>:$", line):
            name = re.sub(r"\.cold(?:\.\d+)?$", "", found[1])
        elif found := re.match(r" *([0-9a-f]+):\t((?:[0-9a-f]{2,8} )+) *\t(.*)", line):
            # Behind it there may be a relocation, which says where a jump goes in place of its operand.
            text, relocation = re.match(r"(.*?)(\t[0-9a-f]+: \w+\t.*)?$", found[3]).groups()
            text = re.sub(r"\s*(?:#|//) .*|\s*<[^>]*>.*", "", text)
            text = re.sub(r"\s+", " ", text).strip()
            functions[name].append(Instruction(int(found[1], 16), found[2].split(), text, relocation is not None))
    return kind, is_arm, {name: code for name, code in functions.items() if not NOT_OURS.match(name)}


def encoding(instruction):
    """In 64-bit code the bytes c4, c5 and 62 have no other meaning, and no prefix but a segment's may stand before them."""
    first = next((byte for byte in instruction.bytes if byte not in ("26", "2e", "36", "3e", "64", "65", "67")), "")
    return {"c4": "VEX", "c5": "VEX", "62": "EVEX"}.get(first, "legacy")


def refused(texts, is_arm, extensions):
    """Those that the assembler does not know with these extensions, and why."""
    texts = sorted(texts)
    with tempfile.NamedTemporaryFile("w", suffix=".s") as source:
        source.write("\n".join(texts) + "\n")
        source.flush()
        assembler = "aarch64-linux-gnu-as" if is_arm else "as"
        result = subprocess.run([assembler, f"-march={extensions}", "-o", "/dev/null", source.name],
                                capture_output=True, text=True, check=False)
    found = re.findall(r":(\d+): Error: (.*)", result.stderr)
    if result.returncode and not found:
        sys.exit(result.stderr)
    return {texts[int(line) - 1]: why for line, why in found}


def instruction_faults(functions, is_arm, file_isa):
    """What a function's instruction set does not allow."""
    table = ARM if is_arm else X86
    by_isa = collections.defaultdict(lambda: collections.defaultdict(set))
    faults = []
    for name, instructions in functions.items():
        kernel = KERNEL.match(name)
        isa = file_isa or (kernel[1] if kernel else "baseline")
        for instruction in instructions:
            text = instruction.text
            if text.split(" ")[0] in HARMLESS or PADDING.match(text) or DIRECT.match(text):
                continue
            by_isa[isa][text].add(name)
            if is_arm:
                continue
            made = encoding(instruction)
            if made not in table[isa][1]:
                faults.append(f"{name}: {made} encoding in code for {isa}: {text}")
            elif made != "legacy" and not kernel:
                faults.append(f"{name}: {made} encoding in a function whose name has no instruction set: {text}")
            elif made == "legacy" and "VEX" in table[isa][1] and "%xmm" in text:
                faults.append(f"{name}: SSE encoding among those of {isa}: {text}")
    for isa, texts in by_isa.items():
        for text, why in refused(texts, is_arm, table[isa][0]).items():
            faults += [f"{name}: not of {isa}: {text} ({why})" for name in sorted(texts[text])]
    return faults


def is_exit(instruction):
    return re.match(r"(?:(?:bnd|rep|repz) )?ret", instruction.text)


def upper_half_faults(name, instructions):
    """Follows every way through the function, with and without filled upper halves of vector registers 0 to 15."""
    place = {instruction.address: i for i, instruction in enumerate(instructions)}
    seen, faults, waiting = set(), set(), [(0, False)]
    while waiting:
        at, filled = waiting.pop()
        if (at, filled) in seen or at >= len(instructions):
            continue
        seen.add((at, filled))
        instruction = instructions[at]
        text = instruction.text
        mnemonic = text.split(" ")[0]
        if mnemonic in ("vzeroupper", "vzeroall"):
            filled = False
        # Registers 16 to 31 hold up no SSE code, and vzeroupper does not clear them.
        elif any(int(number) < 16 for number in WIDE.findall(text)):
            filled = True
        jump = JUMP.match(text)
        if is_exit(instruction):
            if filled:
                faults.add(f"{name}: returns at {instruction.address:#x} without vzeroupper")
            continue
        if mnemonic == "call" and filled:
            faults.add(f"{name}: calls at {instruction.address:#x} without vzeroupper")
        if mnemonic in ("ud2", "hlt"):
            continue
        if jump:
            target = place.get(int(jump[3], 16)) if jump[3] and not jump[2] and not instruction.relocated else None
            if target is not None:
                waiting.append((target, filled))
            elif filled:
                faults.add(f"{name}: leaves at {instruction.address:#x} without vzeroupper: {text}")
            if jump[1] == "jmp":
                continue
        waiting.append((at + 1, filled))
    return sorted(faults)


def faults_of(path, upper_halves=True):
    kind, is_arm, functions = disassemble(path)
    if not functions:
        return ["no functions found"]
    object_name = OBJECT.search(str(path))
    is_object = str(path).endswith((".o", ".obj"))
    file_isa = (FILES.get(object_name[1], object_name[1]) if object_name else "baseline") if is_object else None
    if not is_object and not any(KERNEL.match(name) for name in functions) and "portable" not in str(path):
        return ["no kernels by their names: has it been stripped?"]
    faults = instruction_faults(functions, is_arm, file_isa)
    if is_arm:
        return faults
    for name, instructions in functions.items():
        if upper_halves:
            faults += upper_half_faults(name, instructions)
        if "pe" in kind:
            faults += [f"{name}: traps on an unaligned stack: {instruction.text}" for instruction in instructions
                       if ALIGNED.match(instruction.text) and "(" in instruction.text]
    return faults


# ---- Code that is bad on purpose ----

GOOD = """
kernel_avx2: test %rdi, %rdi; je 1f; vpaddd (%rdi), %ymm1, %ymm2; vmovdqu %ymm2, (%rdi); vzeroupper; 1: ret
"""
# The object's name, its text, and what must be said of it; nothing: it is good.
SAMPLES = [
    ("avx2.c.o", GOOD, ""),
    ("all.so.o", GOOD, "VEX encoding in code for baseline"),
    ("avx2.c.o", "kernel_avx2: vpaddd %ymm1, %ymm1, %ymm2; test %rdi, %rdi; je 1f; vzeroupper; 1: ret", "returns at"),
    ("avx2.c.o", "kernel_avx2: vpaddd %ymm1, %ymm1, %ymm2; test %rdi, %rdi; jne elsewhere; vzeroupper; ret", "leaves at"),
    ("avx2.c.o", "kernel_avx2: vpaddd %ymm1, %ymm1, %ymm2; jmp elsewhere", "leaves at"),
    ("avx2.c.o", "kernel_avx2: vpaddd %ymm1, %ymm1, %ymm2; jmp *%rax", "leaves at"),
    ("avx2.c.o", "kernel_avx2: vpaddd %ymm1, %ymm1, %ymm2; call elsewhere; vzeroupper; ret", "calls at"),
    ("avx2.c.o", "kernel_avx2: jmp 2f; 1: vzeroupper; ret; 2: vpxor %ymm0, %ymm0, %ymm0; jmp 1b", ""),
    ("avx2.c.o", "kernel_avx2: vzeroupper; 1: dec %rdi; je 2f; vpxor %ymm0, %ymm0, %ymm0; jmp 1b; 2: ret", "returns at"),
    ("avx512.c.o", "kernel_avx512: vpxord %zmm16, %zmm16, %zmm16; ret", ""),
    ("avx512.c.o", "kernel_avx512: vpxord %zmm15, %zmm16, %zmm16; ret", "returns at"),
    ("avx2.c.o", "helper: vpxor %ymm0, %ymm0, %ymm0; vzeroupper; ret", "name has no instruction set"),
    ("avx2.c.o", "kernel_avx2: {evex} vpaddd %xmm0, %xmm1, %xmm2; ret", "EVEX encoding"),
    ("avx2.c.o", "kernel_avx2: andn %rax, %rbx, %rcx; ret", "not of avx2"),
    ("avx2.c.o", "kernel_avx2: mulx %rax, %rbx, %rcx; ret", "not of avx2"),
    ("avx2.c.o", "kernel_avx2: vfmadd231ps %xmm0, %xmm1, %xmm2; ret", "not of avx2"),
    ("avx2.c.o", "kernel_avx2: {vex} vpmadd52luq %xmm0, %xmm1, %xmm2; ret", "not of avx2"),
    ("avx2.c.o", "kernel_avx2: paddd %xmm0, %xmm1; ret", "SSE encoding"),
    ("avx512.c.o", "kernel_avx512: vpmadd52luq %zmm20, %zmm21, %zmm22; ret", "not of avx512"),
    ("avx512ifma.c.o", "kernel_ifma: vpmadd52luq %zmm20, %zmm21, %zmm22; ret", ""),
    ("avx512.c.o", "kernel_avx512: vpmullq %zmm20, %zmm21, %zmm22; ret", "not of avx512"),
    ("avx512.c.o", "kernel_avx512: vpermb %zmm20, %zmm21, %zmm22; ret", "not of avx512"),
    ("ssse3.c.o", "kernel_ssse3: pshufb %xmm0, %xmm1; ret", ""),
    ("ssse3.c.o", "kernel_ssse3: pmulld %xmm0, %xmm1; ret", "not of ssse3"),
    ("ssse3.c.o", "kernel_ssse3: vpaddd %xmm0, %xmm1, %xmm2; ret", "VEX encoding"),
    ("aead.c.o", "polycha_seal: pshufb %xmm0, %xmm1; ret", "not of baseline"),
    ("aead.c.o", "polycha_seal: popcnt %rax, %rax; ret", "not of baseline"),
    ("aead.c.o", "polycha_seal: movdqu (%rdi), %xmm0; paddq %xmm0, %xmm1; cmovne %rax, %rbx; mul %rcx; ret", ""),
    ("cpu.c.o", "detect: cpuid; xgetbv; ret", ""),
]
WINDOWS_SAMPLE = "kernel_avx2: vmovdqa %ymm0, 32(%rsp); vmovaps 64(%rsp), %ymm1; vzeroupper; ret"
ARM_SAMPLES = [
    ("neon.c.o", "kernel_neon: add v0.4s, v1.4s, v2.4s; ret", ""),
    ("neon.c.o", "kernel_neon: aese v0.16b, v1.16b; ret", "not of neon"),
    ("neon.c.o", "kernel_neon: add z0.s, z1.s, z2.s; ret", "not of neon"),
    ("neon.c.o", "kernel_neon: sdot v0.4s, v1.16b, v2.16b; ret", "not of neon"),
    ("neon.c.o", "kernel_neon: eor3 v0.16b, v1.16b, v2.16b, v3.16b; ret", "not of neon"),
]


def check_sample(directory, assembler, options, name, text, expected):
    """The faults found are the one that was made, or none."""
    path = directory / name
    functions = "".join(f".globl {label}\n.type {label}, %function\n" for label in re.findall(r"^(\w+):", text, re.M))
    source = text.strip() + "\n" if "w64" in assembler else functions + text.strip() + "\n"
    subprocess.run([assembler, *options, "-o", path, "-"], input=source, check=True, text=True)
    faults = faults_of(path)
    return (not faults) if not expected else any(expected in fault for fault in faults)


def self_test(report):
    have_arm = not subprocess.call("command -v aarch64-linux-gnu-as >/dev/null", shell=True)
    have_windows = not subprocess.call("command -v x86_64-w64-mingw32-as >/dev/null", shell=True)
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for sample in SAMPLES:
            report(f"sample {sample[0]}: {sample[1].strip()}", check_sample(directory, "as", [], *sample))
        if have_arm:
            for sample in ARM_SAMPLES:
                arm_options = ["-march=armv8.2-a+crypto+sve+dotprod+sha3"]
                report(f"sample {sample[0]}: {sample[1]}",
                       check_sample(directory, "aarch64-linux-gnu-as", arm_options, *sample))
        if have_windows:
            for option, expected in ([], "traps"), (["-muse-unaligned-vector-move"], ""):
                report(f"sample for Windows, {option}: {WINDOWS_SAMPLE}",
                       check_sample(directory, "x86_64-w64-mingw32-as", option, "avx2.c.obj", WINDOWS_SAMPLE, expected))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true", help="that faults made on purpose are found")
    parser.add_argument("--little-optimised", action="store_true", help="below -O2, where GCC makes no vzeroupper")
    parser.add_argument("files", nargs="*", metavar="FILE")
    arguments = parser.parse_args()
    counts = [0, 0]

    def report(what, good, faults=()):
        counts[not good] += 1
        print("ok     " if good else "FAILED ", what)
        for fault in faults[:20]:
            print(f"        {fault}")

    if arguments.self_test:
        self_test(report)
    for path in arguments.files:
        faults = faults_of(path, not arguments.little_optimised)
        report(path, not faults, faults)
    print(f"{counts[0]} passed, {counts[1]} failed, 0 skipped")
    sys.exit(counts[1] != 0 or counts[0] == 0)


if __name__ == "__main__":
    main()
