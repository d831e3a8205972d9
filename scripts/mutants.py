"""Plants the faults of mutants.toml one at a time in copies of the tree and runs the plain test runner on each.

A fault that no test notices survives, and is a missing test. Exit status 1 on a survivor, on a fault that does not compile,
and on an entry whose text is not found exactly once in its file: the table follows the code, or fails.
"""

import argparse
import ast
import configparser
import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CROSS = ROOT / "scripts" / "cross"
WORK = ROOT / "build" / "mutants"
MESON = ROOT / "build" / "venv" / "bin" / "meson"
SOURCES = ["core", "native", "wasm", "tests", "bench", "scripts", "meson.build", "meson.options"]
RUNNERS = {"wasm": "tests/polycha-plain.js"}
RUNNER = "tests/polycha-plain"
# In seconds. A fault may make a loop endless: a run is ended after PATIENCE times the time of the unchanged tree, and 30 s.
BASELINE_LIMIT = 1800
PATIENCE = 4


class Failure(Exception):
    """Something that makes the result worthless."""


def run(command):
    """Runs a build step, whose output is shown only if it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}")


def emulator(machine):
    """The words that the cross file puts before a program of that machine."""
    if machine == "native":
        return []
    settings = configparser.ConfigParser()
    settings.read(CROSS / f"{machine}.ini")
    return ast.literal_eval(settings["binaries"].get("exe_wrapper", "[]"))


class Tree:
    """A copy of the sources with a build directory for each machine. Every worker has its own."""

    def __init__(self, number):
        self.source = WORK / f"tree{number}"
        self.source.mkdir(parents=True)
        for name in SOURCES:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, self.source / name, ignore=shutil.ignore_patterns("node_modules"))
            else:
                shutil.copy2(ROOT / name, self.source / name)

    def build(self, machine):
        directory = self.source / "build" / machine
        if not directory.exists():
            cross = [] if machine == "native" else ["--cross-file", CROSS / f"{machine}.ini"]
            run([MESON, "setup", directory, self.source, "-Doptimization=2", "-Ddebug=false", "-Dbench=false", *cross])
        runner = RUNNERS.get(machine, RUNNER)
        run(["ninja", "-C", directory, "-j", "2", runner])
        return directory / runner

    def build_with(self, mutant):
        path = self.source / mutant["file"]
        text = path.read_text()
        path.write_text(text.replace(mutant["find"], mutant["replace"]))
        try:
            return self.build(mutant["machine"])
        finally:
            path.write_text(text)


def test(runner, machine, limit=BASELINE_LIMIT):
    """Runs the tests up to the first failure. Returns the failure, None if there is none, and the seconds that it took."""
    # A process group of its own, to be ended as a whole: each case runs in a child of the runner. The limit, on each
    # process, ends what would loop for ever even if nobody is left to do so.
    command = ["prlimit", f"--cpu={int(limit)}", *emulator(machine), runner]
    started = time.monotonic()
    process = subprocess.Popen(command, env=os.environ | {"POLYCHA_TEST_LEVEL": "quick"}, start_new_session=True, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    hung = threading.Timer(limit, os.killpg, (process.pid, signal.SIGKILL))
    hung.start()
    failure = next((line.split()[1].rstrip(":") for line in process.stdout if line.startswith("FAILED")), None)
    if failure:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    status = process.wait()
    hung.cancel()
    process.stdout.close()
    if not failure and status != 0:
        failure = f"status {status}"
    return failure, time.monotonic() - started


def read_table():
    """The mutants, checked: each text stands once in its file, and each name is new."""
    mutants = tomllib.loads((ROOT / "scripts" / "mutants.toml").read_text())["mutant"]
    names = set()
    for mutant in mutants:
        mutant.setdefault("machine", "native")
        mutant.setdefault("needs", [])
        count = (ROOT / mutant["file"]).read_text().count(mutant["find"])
        if count != 1:
            raise Failure(f"{mutant['name']}: its text stands {count} times in {mutant['file']}, not once")
        if mutant["name"] in names:
            raise Failure(f"{mutant['name']}: the name is taken")
        names.add(mutant["name"])
    return mutants


def lacking(mutant, flags):
    """The CPU features without which nothing here runs the faulty code."""
    return [flag for flag in mutant["needs"] if flag not in flags] if mutant["machine"] == "native" else []


def try_all(mutants, jobs):
    """Prints a line for each mutant and returns the number of killed, survived and skipped ones."""
    shutil.rmtree(WORK, ignore_errors=True)
    trees = queue.Queue()
    for number in range(jobs):
        trees.put(Tree(number))
    limits = {}
    counts = {"killed": 0, "survived": 0, "skipped": 0}
    flags = Path("/proc/cpuinfo").read_text().split()

    def on_a_tree(work):
        tree = trees.get()
        try:
            return work(tree)
        finally:
            trees.put(tree)

    def baseline(machine):
        failure, seconds = on_a_tree(lambda tree: test(tree.build(machine), machine))
        if failure:
            raise Failure(f"the unchanged tree fails: {failure} ({machine})")
        print(f"          unchanged tree, {machine}: passed in {seconds:.0f} s", flush=True)
        limits[machine] = PATIENCE * seconds + 30

    def attempt(mutant):
        missing = lacking(mutant, flags)
        if missing:
            return mutant, "skipped", f"this CPU lacks {' '.join(missing)}"
        machine = mutant["machine"]
        # The run keeps the tree: its build directory holds the faulty program.
        failure, seconds = on_a_tree(lambda tree: test(tree.build_with(mutant), machine, limits[machine]))
        return mutant, "killed" if failure else "survived", f"{failure or 'all tests passed'}, {seconds:.0f} s"

    with ThreadPoolExecutor(jobs) as pool:
        try:
            list(pool.map(baseline, sorted({mutant["machine"] for mutant in mutants})))
            for mutant, verdict, how in pool.map(attempt, mutants):
                counts[verdict] += 1
                print(f"{verdict:<9} {mutant['name']}: {mutant['breaks']} ({mutant['file']}; {how})", flush=True)
        except Failure:
            pool.shutdown(cancel_futures=True)
            raise
    return counts


def main():
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants at a time (default: one per CPU)")
    arguments = parser.parse_args()
    mutants = read_table()
    unknown = set(arguments.names) - {mutant["name"] for mutant in mutants}
    if unknown:
        raise Failure(f"no mutant named {' '.join(sorted(unknown))}")
    counts = try_all([m for m in mutants if not arguments.names or m["name"] in arguments.names], arguments.jobs)
    print(f"{counts['killed']} passed, {counts['survived']} failed, {counts['skipped']} skipped")
    return 1 if counts["survived"] else 0


try:
    sys.exit(main())
except Failure as failure:
    sys.exit(f"mutants: {failure}")
