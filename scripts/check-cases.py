#!/usr/bin/env python3
"""Checks tests/CASES.md: every test that it names exists, and every fault has a test or a reason.

What a name looks like:
  group/name                a body of tests/registry.h
  test_file.py::test_name   a function of bindings/python/tests
  ClassTest.method          a method of bindings/java/src/test
  file.js: title            a title in a file of wasm/test, without the module's name in front
  leg NAME, mutant NAME, meson NAME
                            of scripts/legs.sh, scripts/mutants.toml and tests/meson.build
  pending: NAME             what is being built; counted as skipped
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "CASES.md"


def read(path):
    return (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).is_file() else ""


def found_in_c(name):
    group, body = name.split("/")
    return re.search(rf"BODY\({re.escape(group)}, {re.escape(body)}, ", read("tests/registry.h"))


def found_in_python(name):
    file, test = name.split("::")
    return re.search(rf"^(async )?def {re.escape(test)}\(", read(f"bindings/python/tests/{file}"), re.MULTILINE)


def found_in_java(name):
    file, method = name.split(".")
    texts = [path.read_text(encoding="utf-8") for path in ROOT.glob(f"bindings/java/src/test/java/**/{file}.java")]
    return any(re.search(rf"^  (?:static )?void {re.escape(method)}\(", text, re.MULTILINE) for text in texts)


def found_in_wasm(name):
    file, title = name.split(": ", 1)
    return re.search(rf'["`}}:] ?{re.escape(title)}["`]', read(f"wasm/test/{file}"))


KINDS = [
    (r"[a-z0-9_]+/[a-z0-9_]+", found_in_c),
    (r"test_\w+\.py::test_\w+", found_in_python),
    (r"[A-Z]\w*Test\.\w+", found_in_java),
    (r"[\w.-]+\.js: .+", found_in_wasm),
    (r"leg [\w-]+", lambda name: re.search(rf"^leg (all|test) +{re.escape(name[4:])} ", read("scripts/legs.sh"), re.MULTILINE)),
    (r"mutant [\w-]+", lambda name: f'name = "{name[7:]}"' in read("scripts/mutants.toml")),
    (r"meson [\w-]+", lambda name: f"test('{name[6:]}'" in read("tests/meson.build")),
]


def exists(name):
    for form, find in KINDS:
        if re.fullmatch(form, name):
            return bool(find(name))
    return False


def rows():
    """Fault, tests, and what is said beside them, of each row."""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip()[1:-1].split("|")]
        if line.startswith("| ") and not line.startswith("| Fault"):
            if len(cells) != 4:
                sys.exit(f"{TABLE.name}: {len(cells)} cells instead of 4: {line}")
            yield cells[0], re.findall(r"`([^`]+)`", cells[2]), cells[3]


def main():
    passed = failed = pending = 0
    for fault, names, reason in rows():
        wrong = [name for name in names if not name.startswith("pending: ") and not exists(name)]
        wanted = [name for name in names if name.startswith("pending: ")]
        if not names and not reason:
            wrong.append("neither a test nor a reason")
        for name in wrong:
            print(f"FAILED  {fault}: {name} does not exist")
        for name in wanted:
            print(f"skipped {fault}: {name}{', which exists' if exists(name[9:]) else ''}")
        passed += len(names) - len(wanted) - len(wrong)
        failed += len(wrong)
        pending += len(wanted)
    if passed < 100:
        print(f"FAILED  {passed} tests are named: the table is not being read")
        failed += 1
    print(f"{passed} passed, {failed} failed, {pending} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
