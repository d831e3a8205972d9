#!/usr/bin/env python3
"""Runs SWIG for one build of the library and makes of its output what the JNI library and the jar are compiled from.

NAME.java       the class with the native methods: SWIG's, but its methods are instance methods, so that the class
                implements org.polycha.Library and the layers above take any build through that interface
NAME_wrap.inc   SWIG's wrappers, as they are
NAME_methods.inc the table for RegisterNatives, so that the library need not export one symbol a method
"""

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

DESCRIPTORS = {
    "boolean": "Z", "int": "I", "long": "J", "void": "V", "byte[]": "[B", "int[]": "[I", "long[]": "[J",
    "java.lang.Object": "Ljava/lang/Object;", "String": "Ljava/lang/String;",
}  # fmt: skip
METHOD = re.compile(r"public final static native (\S+) (\w+)\(([^)]*)\);")

CLASS = """package org.polycha;

/* Made by bindings/java/generate.py from what SWIG made of bindings/polycha.i. */
class {name} implements Library {{
{methods}
}}
"""

TABLE = """/* Made by bindings/java/generate.py. */
#define REGISTERED_CLASS "org/polycha/{name}"
static const JNINativeMethod registered_methods[] = {{
{rows}
}};
"""


def run_swig(swig, include, interface, name):
    """The Java class and the C file that SWIG writes for the module `name`."""
    with tempfile.TemporaryDirectory() as directory:
        wrap = Path(directory) / "wrap.c"
        command = [swig, "-java", "-noproxy", "-Wall", "-Werror", "-package", "org.polycha", "-module", name]
        command += [f"-I{path}" for path in include] + ["-outdir", directory, "-o", str(wrap), str(interface)]
        subprocess.run(command, check=True)
        return (Path(directory) / f"{name}JNI.java").read_text(encoding="utf-8"), wrap.read_text(encoding="utf-8")


def arguments_of(text):
    """"byte[] a, int b" as [("byte[]", "a"), ("int", "b")]."""
    return [tuple(argument.split()) for argument in text.split(",")] if text.strip() else []


def mangled(name):
    """A Java name as JNI spells it in a symbol (JNI specification, "Resolving Native Method Names")."""
    return name.replace("_", "_1")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--swig", required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--name", required=True, help="of the module; its class is called NAMEJNI")
    parser.add_argument("interface")
    parser.add_argument("java", type=Path)
    parser.add_argument("wrap", type=Path)
    parser.add_argument("methods", type=Path)
    arguments = parser.parse_args()

    java, wrap = run_swig(arguments.swig, arguments.include, arguments.interface, arguments.name)
    class_name = f"{arguments.name}JNI"
    methods, rows = [], []
    for result, method, parameters in METHOD.findall(java):
        types = [kind for kind, _ in arguments_of(parameters)]
        symbol = f"Java_org_polycha_{class_name}_{mangled(method)}"
        if symbol + "(" not in wrap:
            raise SystemExit(f"generate.py: SWIG's C file has no {symbol}")
        descriptor = f"({''.join(DESCRIPTORS[kind] for kind in types)}){DESCRIPTORS[result]}"
        methods.append(f"  @Override\n  public native {result} {method}({parameters});")
        rows.append(f'  {{"{method}", "{descriptor}", (void *){symbol}}},')
    if "native " in METHOD.sub("", java):
        raise SystemExit(f"generate.py: cannot read all native methods of SWIG's class:\n{java}")
    arguments.java.write_text(CLASS.format(name=class_name, methods="\n\n".join(methods)), encoding="utf-8")
    arguments.wrap.write_text(wrap, encoding="utf-8")
    arguments.methods.write_text(TABLE.format(name=class_name, rows="\n".join(rows)), encoding="utf-8")


if __name__ == "__main__":
    main()
