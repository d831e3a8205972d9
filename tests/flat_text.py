"""The flat text that tests/harness/vectors.c reads: a case a line, "kind name=value ...", and "end total=N" at last.

A value is a decimal number, a word, or bytes in hex. Bytes that are all the same may be written "ff*1048576".
"""


def value_text(value):
    if isinstance(value, bytes):
        if len(value) > 64 and value == value[:1] * len(value):
            return f"{value[0]:02x}*{len(value)}"
        return value.hex()
    return str(value)


class Writer:
    def __init__(self, path):
        self.file = open(path, "w", encoding="ascii", newline="\n")
        self.total = 0

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.file.write(f"end total={self.total}\n")
        self.file.close()

    def case(self, kind, **fields):
        self.file.write(" ".join([kind] + [f"{name}={value_text(value)}" for name, value in fields.items()]) + "\n")
        self.total += 1
