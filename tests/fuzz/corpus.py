"""The inputs that the fuzz targets begin with: a text file for each target, an input in hexadecimal on each line.

    corpus.py unpack FILE DIRECTORY    writes each input to a file of its own
    corpus.py renew FILE DIRECTORY     keeps the lines that say what they are for, and replaces the others by the directory's
    corpus.py line INPUT               prints a file as such a line

What follows # in a line says what the input is for: the fault that it found, say.
"""

import hashlib
import pathlib
import sys


def unpack(file, directory):
    for line in file.read_text().splitlines():
        each = bytes.fromhex(line.partition("#")[0])
        if each:
            (directory / hashlib.sha1(each).hexdigest()).write_bytes(each)


def renew(file, directory):
    kept = [line for line in file.read_text().splitlines() if "#" in line]
    known = {line.partition("#")[0].strip() for line in kept}
    new = sorted({path.read_bytes().hex() for path in directory.iterdir()} - known)
    file.write_text("".join(line + "\n" for line in kept + new))


def line(file):
    print(file.read_bytes().hex())


command, *paths = sys.argv[1:]
{"unpack": unpack, "renew": renew, "line": line}[command](*map(pathlib.Path, paths))
