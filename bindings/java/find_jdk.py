#!/usr/bin/env python3
"""Prints the home of a JDK that has jni.h: JAVA_HOME, or that of the javac on the path."""

import os
import shutil
import sys
from pathlib import Path

javac = shutil.which("javac")
homes = [os.environ.get("JAVA_HOME"), Path(javac).resolve().parent.parent if javac else None]
for home in homes:
    if home and (Path(home) / "include" / "jni.h").exists():
        print(home)
        break
else:
    sys.exit("No JDK with jni.h: set JAVA_HOME, or install one (Debian: openjdk-17-jdk-headless).")
