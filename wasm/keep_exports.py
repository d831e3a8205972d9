"""Removes every export of a WebAssembly module but the memory and those listed in a file, and what only they needed.

Emscripten exports functions for its own glue too, of which there is none here.
"""

import json
import subprocess
import sys
import tempfile

metadce, optimise, export_list, source, destination = sys.argv[1:]
features = ["--enable-simd", "--enable-bulk-memory"]
with open(export_list) as lines:
    names = ["memory", *lines.read().split()]

graph = [{"name": name, "export": name, "root": True} for name in names]
with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    json.dump(graph, file)
    file.flush()
    subprocess.run([metadce, *features, f"--graph-file={file.name}", source, "-o", destination],
                   check=True, stdout=subprocess.DEVNULL)
subprocess.run([optimise, *features, "-Os", "--converge", destination, "-o", destination], check=True)
