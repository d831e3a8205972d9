#!/usr/bin/env python3
"""Turns JMH's JSON into the table that `./dev bench --tsv` writes: what, candidate, backend, length, cycles_min, cycles_median.

The figures are core cycles: ClockBench, which is part of the run, has timed a chain of instructions whose cycles are known.
"""

import json
import statistics
import sys

CLOCK_CYCLES = 4 * 4096  # ClockBench.CYCLES
CANDIDATES = {"Polycha": ("polycha", "java"), "PolychaPortable": ("polycha", "java-portable"),
              "PolychaWasm": ("polycha", "java-wasm")}  # fmt: skip


def times(result):
    """Nanoseconds of every iteration of every fork."""
    return [time for fork in result["primaryMetric"]["rawData"] for time in fork]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        results = json.load(file)
    clocks = [min(times(result)) for result in results if result["benchmark"].endswith("ClockBench.clock")]
    if not clocks:
        sys.exit(f"{sys.argv[1]} has no ClockBench")
    cycles = CLOCK_CYCLES / min(clocks)
    print("what", "candidate", "backend", "length", "cycles_min", "cycles_median", sep="\t")
    for result in results:
        if "params" not in result:
            continue
        candidate, backend = CANDIDATES.get(result["params"]["provider"], (result["params"]["provider"], "-"))
        of_run = times(result)
        print(result["benchmark"].rpartition(".")[2], candidate, backend, result["params"]["length"],
              f"{min(of_run) * cycles:.1f}", f"{statistics.median(of_run) * cycles:.1f}", sep="\t")


if __name__ == "__main__":
    main()
