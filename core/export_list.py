"""Prints the functions that polycha.h declares as a module definition file: what a DLL exports. export_list.py polycha.h"""

import re
import sys


def declared(header):
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
    return re.findall(r"^POLYCHA_API\b[^;(]*?\b(\w+)\(", text, flags=re.MULTILINE)


if __name__ == "__main__":
    print("EXPORTS", *declared(sys.argv[1]), sep="\n")
