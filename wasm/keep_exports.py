"""Removes every export of a WebAssembly module but the memory and those listed in a file, and what only they needed."""

import json
import subprocess
import sys
import tempfile

metadce, export_list, source, destination = sys.argv[1:]
with open(export_list) as lines:
    names = ["memory", *lines.read().split()]

graph = [{"name": name, "export": name, "root": True} for name in names]
with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    json.dump(graph, file)
    file.flush()
    subprocess.run([metadce, "--enable-simd", "--enable-bulk-memory", f"--graph-file={file.name}", source, "-o", destination],
                   check=True, stdout=subprocess.DEVNULL)
