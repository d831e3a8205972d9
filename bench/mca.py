#!/usr/bin/env python3
"""Estimates the speed of every kernel's hot loop on CPUs that are not here, by llvm-mca's models of them, and sets the
estimate for this machine beside what polycha-bench --kernels measures on it.

The loops are found in the built objects: the ladders in the sources name the kernels and their strides, the disassembly
gives each function's loops. Of a ChaCha20 or fused kernel the estimate is for one turn of the loop around the rounds, with
the rounds in it ten times; of a Poly1305 kernel for one turn of its last loop. llvm-mca knows ports and latencies, but no
caches, no branches, no clock: Skylake-X's lower clock under zmm, for one, has to be thought of beside it."""

import argparse
import functools
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOUBLE_ROUNDS = 10
TRACE_MIN = 20000  # instructions simulated: so many that the start weighs nothing

INTEL = ["ssse3", "avx2", "avx512", "avx512ifma", "portable"]
# Directory of the build below build/, triple, CPU: backends. Where LLVM 22 has no model of its own for a CPU it takes
# another's: for graniterapids Sapphire Rapids', for cortex-a76 Cortex-A57's, for apple-m1 Cyclone's.
TARGETS = {
    "bench": ("x86_64", {
        "skylake-avx512": ["ssse3", "avx2", "avx512", "portable"],
        "icelake-server": INTEL,
        "sapphirerapids": INTEL,
        "znver3": ["ssse3", "avx2", "portable"],
        "znver4": INTEL,
    }),
    "mca/aarch64": ("aarch64", {cpu: ["neon", "portable"] for cpu in ("neoverse-v1", "cortex-a76", "apple-m1")}),
    "mca/powerpc": ("powerpc", {"pwr9": ["portable"]}),
    "mca/s390x": ("s390x", {"z15": ["portable"]}),
}
# The newest model whose CPU has one of these flags of /proc/cpuinfo.
HOSTS = {"amx_tile": "sapphirerapids", "avx512_vbmi2": "icelake-server", "avx512f": "skylake-avx512"}


def die(message):
    sys.exit(f"mca: {message}")


# ---- The kernels, from the ladders in the sources ----

def poly_bytes(symbol):
    """How much of a message a turn of a Poly1305 kernel's loop takes, by its name."""
    lanes = re.search(r"lanes(\d+)(?:x(\d+))?_", symbol)
    if lanes:
        return 16 * int(lanes[1]) * int(lanes[2] or 1)
    return 32 if symbol.endswith("x2") else 16


def kernels(backend, target):
    """(row as polycha-bench --kernels names it, symbol, bytes in a turn); a kernel of several rows once."""
    text = (ROOT / ("core/portable.c" if backend == "portable" else f"native/{backend}.c")).read_text()
    # Of what is compiled for one target or another, what is compiled there.
    words64 = target in ("x86_64", "aarch64", "s390x")
    choice = r"#ifdef __wasm__.*?#elif defined\(__SIZEOF_INT128__\)\n(.*?)#else\n(.*?)#endif"
    text = re.sub(choice, lambda m: m[1 if words64 else 2], text, flags=re.S)
    rows = {}
    wide = "".join(re.findall(r"_wide_\w+\[\] = \{(.*?)\n\};", text, flags=re.S))
    for over, stride, symbol in re.findall(r"\{(\d+), (\d+), (\w+), \w+\}", text):
        rows.setdefault(symbol, (f"{'wide' if symbol in wide else 'chacha'}>{over}", symbol, int(stride)))
    for over, symbol in re.findall(r"\{(\d+), (\w*poly1305_(?!transcript)\w+), \w+\}", text):
        rows.setdefault(symbol, (f"poly>{over}", symbol, poly_bytes(symbol)))
    for name, symbol in re.findall(r"\.(seal|open) = (\w+)", text):
        rows[symbol] = (name, symbol, 64 * int(re.search(r"_cols(\d+)_", symbol)[1]))
    return list(rows.values())


# ---- The loops, from the objects ----

CALLS = re.compile(r"(call\w*|bl|brasl)$")
ADDRESSES = re.compile(r"(lea\w*|larl|adrp?)$")
ALWAYS = {"jmp", "b", "j", "jg"}
# What z15's disassembler leaves without the name of its target.
Z_JUMPS = re.compile(r"((?:j|br|c\w*j)\w*\t.*)0x([0-9a-f]+)$")


@functools.cache
def functions(objdump, directory, cpu):
    """Symbol: [(address, text)] of every function in the build's core and native objects."""
    found = {}
    for path in sorted(p for part in ("core", "native") for p in (ROOT / "build" / directory / part).rglob("*.o")):
        command = [objdump, "-dr", "--no-show-raw-insn", path] + ([f"--mcpu={cpu}"] if cpu == "z15" else [])
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        starts = [re.match(r"([0-9a-f]+) <(\S+)>:", line) for line in lines]
        names = {int(start[1], 16): start[2] for start in starts if start}
        body = []
        for line, start in zip(lines, starts):
            if start:
                body = found[start[2]] = []
            elif relocation := re.search(r"\bR_\w+\s+(\S+)", line):
                address, text = body[-1]
                if CALLS.match(text.split()[0]):
                    callee = re.match(r"\.?\w+", relocation[1])[0]
                    body[-1] = (address, re.sub(r"\s*(<\S+>)?$", f" <{callee}>", text))
            elif instruction := re.match(r"\s*([0-9a-f]+):\s+(\S.*)", line):
                text = instruction[2]
                if jump := Z_JUMPS.match(text):
                    text = f"{jump[1]}0x{jump[2]} <{names.get(int(jump[2], 16), 'inside+')}>"
                body.append((int(instruction[1], 16), text))
    return found


class Function:
    """Instructions by their number, and the loops among them."""

    def __init__(self, instructions):
        self.texts = [text for _, text in instructions]
        number = {address: i for i, (address, _) in enumerate(instructions)}
        self.target, self.next = {}, []
        for i, text in enumerate(self.texts):
            mnemonic = text.split()[0]
            jump = re.search(r"\b(?:0x)?([0-9a-f]+) <\S+>$", text)
            if jump and not CALLS.match(mnemonic) and not ADDRESSES.match(mnemonic) and int(jump[1], 16) in number:
                self.target[i] = number[int(jump[1], 16)]
            ends = mnemonic in ALWAYS or re.match(r"ret|blr$|ud2", mnemonic) or text == "br\t%r14"
            follows = [] if ends or i + 1 == len(self.texts) else [i + 1]
            self.next.append(follows + ([self.target[i]] if i in self.target else []))
        self.loops = self.find_loops()

    def find_loops(self):
        """Header: the set of a natural loop's instructions."""
        order, seen, stack = [], {0}, [(0, iter(self.next[0]))]
        while stack:  # depth first, for the reverse postorder
            node, successors = stack[-1]
            for successor in successors:
                if successor not in seen:
                    seen.add(successor)
                    stack.append((successor, iter(self.next[successor])))
                    break
            else:
                order.append(node)
                stack.pop()
        order.reverse()
        position = {node: i for i, node in enumerate(order)}
        before = {node: [] for node in order}
        for node in order:
            for successor in self.next[node]:
                before[successor].append(node)
        dominator = {0: 0}  # the immediate one, by Cooper, Harvey and Kennedy's iteration
        changed = True
        while changed:
            changed = False
            for node in order[1:]:
                known = [b for b in before[node] if b in dominator]
                new = known[0]
                for other in known[1:]:
                    while new != other:
                        if position[new] > position[other]:
                            new = dominator[new]
                        else:
                            other = dominator[other]
                if dominator.get(node) != new:
                    dominator[node] = new
                    changed = True
        loops = {}
        for node in order:
            for header in self.next[node]:
                above = node
                while above not in (header, 0):
                    above = dominator[above]
                if above == header:
                    body, todo = loops.setdefault(header, {header}), [node]
                    while todo:
                        member = todo.pop()
                        if member not in body:
                            body.add(member)
                            todo += before[member]
        return loops

    def innermost(self):
        return {h: body for h, body in self.loops.items() if not any(g != h and g in body for g in self.loops)}

    def around_rounds(self, called):
        """One turn of the loop around the rounds, which are here or in a function called in it."""
        # A walk of ciphers and hashes together has small loops of multiplications in its rounds, for messages with more to hash
        # than to encipher. Long messages pass them by.
        more = {h: body for h, body in self.innermost().items()
                if len(body) < 64 and any(re.match(r"i?mul[qx]", self.texts[i]) for i in body)}
        skipped = set().union(*more.values())
        self.loops = {h: body - skipped for h, body in self.loops.items() if h not in more}
        self.next = [[n for n in successors if n not in skipped] for successors in self.next]
        rounds = self.rounds()
        # Not a natural loop where it can be entered behind the rounds, if there are none to do.
        around = self.reached(rounds, self.next) & self.reached(rounds, self.before())
        return self.walk(rounds, around, rounds if around - self.loops[rounds] else None, called)

    def rounds(self):
        """The first inner loop that is in another one, for bulk comes before the rest; if none is, the longest."""
        inner = self.innermost()
        if not inner:
            die(f"no loop in {self.texts[:3]}")
        nested = [h for h in inner if any(g != h and inner[h] < body for g, body in self.loops.items())]
        return min(nested) if nested else max(inner, key=lambda h: len(inner[h]))

    def before(self):
        before = [[] for _ in self.next]
        for node, successors in enumerate(self.next):
            for successor in successors:
                before[successor].append(node)
        return before

    @staticmethod
    def reached(start, edges):
        seen, todo = {start}, [start]
        while todo:
            new = set(edges[todo.pop()]) - seen
            seen |= new
            todo += new
        return seen

    def last_loop(self):
        """One turn of the last inner loop: before it a kernel prepares powers of r."""
        last = max(self.innermost())
        return self.walk(last, self.loops[last], None, {})

    def walk(self, start, body, rounds, called):
        """From a node through a loop back to it, or (body None) through the function: straight on unless that leaves the
        loop, the rounds so often as they are, all else once: other inner loops are for what is left over."""
        node, path, passed, left = start, [], set(), DOUBLE_ROUNDS
        while True:
            text = self.texts[node]
            passed.add(node)
            callee = re.search(r"<(\w+)>$", text)
            if callee and CALLS.match(text.split()[0]) and callee[1] in called:
                function = Function(called[callee[1]])
                path += function.walk(0, None, function.rounds(), {})
            else:
                path.append(text)
            in_rounds = self.loops.get(rounds, set()) if left > 1 else set()
            if rounds in self.next[node] and node in in_rounds:
                left -= 1
                node = rounds
                passed -= self.loops[rounds]
                continue
            onward = [n for n in self.next[node] if (body is None or n in body) and n not in passed]
            if not onward:
                return path
            onward = [n for n in onward if node in in_rounds and n in in_rounds] or onward
            # Two jumps to one place: what is between them is the first turn of a loop that is passed by, peeled off.
            ahead = next((n for n in range(node + 1, len(self.texts)) if n in self.target), None)
            peeled = node in in_rounds and node in self.target and self.target.get(ahead) == self.target[node]
            node = self.target[node] if peeled and self.target[node] in onward else onward[0]


# ---- The estimate ----

def estimate(mca, triple, cpu, trace):
    """(cycles of a turn, what bounds it)"""
    clean = [re.sub(r"\s*(<\S+>|# 0x.*|// .*)$", "", text) for text in trace]
    clean = [re.sub(r"\s*<\S+>", "", text) for text in clean]
    turns = max(4, TRACE_MIN // len(clean))
    command = [mca, f"-mtriple={triple}-linux-gnu", f"-mcpu={cpu}", f"-iterations={turns}", "-json",
               "-skip-unsupported-instructions=any", "-"]
    run = subprocess.run(command, input="\n".join(clean) + "\n", capture_output=True, text=True)
    if run.returncode:
        die(f"{' '.join(command)}: {run.stderr[:400]}")
    report = json.loads(run.stdout)
    region = report["CodeRegions"][0]
    skipped = len(clean) - len(region["Instructions"])
    if skipped > len(clean) / 50:
        die(f"{cpu}: llvm-mca knows not {skipped} of {len(clean)} instructions: {run.stderr[:300]}")
    summary = region["SummaryView"]
    cycles = summary["TotalCycles"] / turns
    pressure = region["ResourcePressureView"]["ResourcePressureInfo"]
    used = {}
    for entry in pressure:
        if entry["InstructionIndex"] == len(region["Instructions"]):
            used[entry["ResourceIndex"]] = entry["ResourceUsage"]
    index = max(used, key=used.get)
    # Units by their CPU's names for them: without the model's prefix and the number of one unit of several; p0 for Port00.
    name = report["TargetInfo"]["Resources"][index]
    name = re.sub(r"^(SKX|ICX|SPR|Zn\d|V1Unit|A57Unit|CyUnit|Z15_)", "", name)
    name = re.sub(r"^Port0?(?=\d)", "p", re.sub(r"\W.*", "", name))
    port = used[index] / cycles
    front = summary["TotaluOps"] / summary["Iterations"] / summary["DispatchWidth"] / cycles
    busiest = f"{name} {100 * port:.0f}%" if port >= front else f"front {100 * front:.0f}%"
    return cycles, busiest + (", waits" if max(port, front) < 0.85 else "")


def this_cpu(cpus):
    flags = re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    have = flags[1].split() if flags else []
    return next((cpu for flag, cpu in HOSTS.items() if flag in have and cpu in cpus), None)


def measured():
    """(backend, row): cycles per byte, on this machine."""
    command = [ROOT / "build/bench/bench/polycha-bench", "--kernels"]
    output = subprocess.run(command, capture_output=True, text=True, check=True)
    return {(backend, row): float(cycles) for backend, row, cycles in map(str.split, output.stdout.splitlines())}


def main():
    parser = argparse.ArgumentParser(prog="./dev bench mca", description=__doc__.split("\n\n")[0])
    parser.add_argument("--llvm", default="", help="directory of llvm-mca and llvm-objdump, with a / at its end")
    parser.add_argument("--host", help="the model of this machine (by default from the CPU's flags)")
    options = parser.parse_args()
    mca, objdump = options.llvm + "llvm-mca", options.llvm + "llvm-objdump"
    version = subprocess.run([mca, "--version"], capture_output=True, text=True, check=True).stdout
    print(f"llvm-mca of LLVM {re.search(r'version ([0-9.]+)', version)[1]}: cycles per byte, and the busiest port or, if that is "
          "busier, the front end, and its load.\nBelow 85 % the loop waits for results.")
    for directory, (triple, cpus) in TARGETS.items():
        if not (ROOT / "build" / directory / "build.ninja").exists():
            print(f"\n== {', '.join(cpus)}: skipped, build/{directory} is not there ==")
            continue
        found = functions(objdump, directory, next(iter(cpus)))
        host = (options.host or this_cpu(cpus)) if directory == "bench" else None
        known = measured() if host else {}
        print(f"\n== {triple}, objects of build/{directory}" + (f"; this machine as {host} ==" if host else " =="))
        print(f"{'':26}" + (f"{'measured':>9}{'/ model':>8}" if known else "") + "".join(f"  {cpu:<23}" for cpu in cpus))
        shown = set()
        for backend in dict.fromkeys(b for backends in cpus.values() for b in backends):
            for row, symbol, size in kernels(backend, triple):
                if symbol in shown:
                    continue
                shown.add(symbol)
                if symbol not in found:
                    die(f"{symbol} of {backend} is in no object of build/{directory}")
                function = Function(found[symbol])
                trace = function.last_loop() if row.startswith("poly") else function.around_rounds(found)
                cells = {cpu: estimate(mca, triple, cpu, trace) for cpu, backends in cpus.items() if backend in backends}
                line = f"{symbol:26}"
                if known:
                    cycles = known.get((backend, row))
                    has = cycles and host in cells
                    line += f"{cycles:9.3f}{cycles * size / cells[host][0]:8.2f}" if has else f"{'-':>9}{'-':>8}"
                for cpu in cpus:
                    line += f"  {cells[cpu][0] / size:7.3f} {cells[cpu][1]:15}" if cpu in cells else f"  {'-':>7}{'':16}"
                print(line, flush=True)


if __name__ == "__main__":
    main()
