#!/usr/bin/env python3
"""Turns the table that `./dev bench --tsv FILE` writes into a plot or into a Markdown table."""

import argparse
import csv
import sys
from pathlib import Path

# Okabe and Ito's colours, which can be told apart with any kind of colour vision. polycha has the first.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c8c8c"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "<", ">", "*"]


def title(row):
    """The name of a row's candidate: "openssl", "polycha avx2"."""
    return row["candidate"] if row["backend"] == "-" else f"{row['candidate']} {row['backend']}"


def is_rung(row):
    return "/" in row["backend"]


def read(path, what, figure):
    """Cycles by candidate and length, or ns where there is no counter of cycles (./dev bench --wasm); and which of the two."""
    times = {}
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t")
        unit = "ns" if f"ns_{figure}" in rows.fieldnames else "cycles"
        for row in rows:
            if row["what"] == what and not is_rung(row):
                times.setdefault(title(row), {})[int(row["length"])] = float(row[f"{unit}_{figure}"])
    if not times:
        sys.exit(f"{path} has nothing about {what}")
    return times, unit


def keep(cycles, names):
    """The named candidates, in that order; all if there are no names."""
    if not names:
        return cycles
    missing = [name for name in names if name not in cycles]
    if missing:
        sys.exit(f"no such candidate: {', '.join(missing)}; there are: {', '.join(cycles)}")
    return {name: cycles[name] for name in names}


def plot(cycles, unit, arguments):
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "polycha"  # the same plot gives the same file
    import matplotlib.pyplot as pyplot
    from matplotlib.ticker import FuncFormatter, NullFormatter

    # With the fastest at the longest message first, the legend is in the order of the lines' right ends.
    speeds = {
        name: {length: length / of_length[length] for length in sorted(of_length) if length}
        for name, of_length in cycles.items()
    }
    names = sorted(speeds, key=lambda name: -list(speeds[name].values())[-1])
    figure, axes = pyplot.subplots(figsize=(10, 6), layout="constrained")
    peers = 0
    ours = 0
    for name in names:
        is_ours = name.startswith("polycha")
        if is_ours:
            style = {"color": COLOURS[0], "linewidth": 3 if ours == 0 else 2, "zorder": 3}
            style["linestyle"] = ["-", "--", ":", "-."][ours % 4]
            ours += 1
        else:
            style = {"color": COLOURS[1 + peers % (len(COLOURS) - 1)], "linewidth": 1.4}
            style["linestyle"] = "-" if peers < len(COLOURS) - 1 else "--"
            peers += 1
        marker = MARKERS[(ours + peers - 1) % len(MARKERS)]
        axes.plot(speeds[name].keys(), speeds[name].values(), label=name, marker=marker, markersize=5, **style)
    lengths = sorted({length for of_length in speeds.values() for length in of_length})
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xticks([length for length in lengths if length & (length - 1) == 0])
    axes.xaxis.set_major_formatter(FuncFormatter(lambda length, _: short(int(length))))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda speed, _: f"{speed:.2g}"))
    axes.set_xlabel("length of the message in bytes")
    axes.set_ylabel(f"bytes per {'cycle' if unit == 'cycles' else unit} (higher is faster)")
    axes.set_title(arguments.title or arguments.what)
    axes.grid(True, which="major", color="#dddddd")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside right upper", frameon=False)
    for suffix in (".png", ".svg"):
        metadata = {"Date": None} if suffix == ".svg" else {}
        figure.savefig(Path(arguments.output).with_suffix(suffix), dpi=150, metadata=metadata)


def short(length):
    """65536 as "64 Ki"."""
    for factor, unit in ((1 << 20, "Mi"), (1 << 10, "Ki")):
        if length >= factor and length % factor == 0:
            return f"{length // factor} {unit}"
    return str(length)


def table(cycles, _, arguments):
    lengths = sorted({length for of_length in cycles.values() for length in of_length})
    if arguments.lengths:
        lengths = [length for length in lengths if length in arguments.lengths]
    print("| bytes | " + " | ".join(short(length) for length in lengths) + " |")
    print("|--|" + "--:|" * len(lengths))
    for name, of_length in cycles.items():
        cells = [f"{of_length[length]:.0f}" if length in of_length else "" for length in lengths]
        print(f"| {name} | " + " | ".join(cells) + " |")


def numbers(text):
    return [int(number) for number in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    descriptions = {"plot": "speed against length, as PNG and SVG", "table": "cycles of a call, as Markdown"}
    for name, description in descriptions.items():
        command = commands.add_parser(name, help=description, description=description)
        command.add_argument("file", help="what ./dev bench --tsv wrote")
        command.add_argument("--what", default="seal", help="the operation (default: seal)")
        command.add_argument("--candidates", type=lambda text: text.split(","), metavar="LIST",
                             help='which, as in: "polycha auto,openssl" (default: all)')
        command.add_argument("--figure", choices=("min", "median"), default="min",
                             help="of the measured runs (default: min)")
        if name == "plot":
            command.add_argument("--output", default="bench", help="path without suffix (default: bench)")
            command.add_argument("--title", help="above the plot (default: the operation)")
        else:
            command.add_argument("--lengths", type=numbers, metavar="LIST",
                                 help="which, as in: 0,64,1024 (default: all)")
    arguments = parser.parse_args()
    cycles, unit = read(arguments.file, arguments.what, arguments.figure)
    (plot if arguments.command == "plot" else table)(keep(cycles, arguments.candidates), unit, arguments)


if __name__ == "__main__":
    main()
