"""Looks at the libraries' names: symbols.py --nm NM --objdump OBJDUMP --header polycha.h [--shared LIB...] [--static LIB...]

A shared library shows exactly the functions that the header declares. An archive, which becomes part of other programs,
defines nothing but names that begin with polycha_ or pch_.
"""

import argparse
import os
import re
import subprocess
import sys

# What the compiler itself adds to position-independent code for 32-bit x86.
COMPILER_OWN = re.compile(r"__x86\.get_pc_thunk\.\w+")


# What GCC for Windows adds to an object that uses another's data.
REFERENCE = re.compile(r"\.refptr\.(\w+)")


def names(nm, library, *options):
    command = [*nm, *options, "--defined-only", library]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # "address type name"; a member of an archive is a line of its own, without a type.
    found = {line.split()[2] for line in output.splitlines() if len(line.split()) == 3}
    if not found:
        sys.exit(f"{library}: no names at all")
    return {REFERENCE.sub(r"\1", name) for name in found if not COMPILER_OWN.fullmatch(name)}


def exports(objdump, library):
    """Of a DLL, whose lines are "[   0] name" or, of newer versions, "[   0] +base[   1]  0000 name"."""
    output = subprocess.run([objdump, "-p", library], check=True, capture_output=True, text=True).stdout
    table = output.split("[Ordinal/Name Pointer] Table")[1].split("\n\n")[0]
    return {line.split()[-1] for line in table.splitlines() if line.strip().startswith("[")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", nargs="+", required=True)
    parser.add_argument("--objdump")
    parser.add_argument("--header", required=True)
    parser.add_argument("--shared", nargs="*", default=[])
    parser.add_argument("--static", nargs="*", default=[])
    arguments = parser.parse_args()
    sys.path.insert(0, os.path.dirname(arguments.header))
    from export_list import declared

    expected = set(declared(arguments.header))
    passed = failed = 0
    wrong = {}
    for library in arguments.shared:
        is_dll = library.endswith(".dll")
        found = exports(arguments.objdump, library) if is_dll else names(arguments.nm, library, "--dynamic")
        wrong[library] = [f"not exported: {name}" for name in sorted(expected - found)]
        wrong[library] += [f"exported: {name}" for name in sorted(found - expected)]
    for library in arguments.static:
        found = names(arguments.nm, library, "--extern-only")
        wrong[library] = [f"not defined: {name}" for name in sorted(expected - found)]
        wrong[library] += [f"defined: {name}" for name in sorted(found) if not name.startswith(("polycha_", "pch_"))]
    for library, lines in wrong.items():
        print(f"{'FAILED' if lines else 'ok'}  {library}", *lines, sep="\n        ")
        passed, failed = passed + (not lines), failed + bool(lines)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
