"""What _native is for the native build, for the wasm build: its functions (_raw.py) and AEAD types."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator

from ._machine import PIECE_BYTES, Machine
from ._memory import Memory, Range
from .exceptions import error_of_status

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._raw import Update

KEY_BYTES = 32
TAG_BYTES = 16
MESSAGE_BYTES_MAX = 64 * (2**32 - 1)

ERR_LENGTH = -2
ERR_ARGUMENT = -3
ERR_COUNTER = -5
ERR_BACKEND = -6
ERR_KEY = -32
ERR_NONCE = -33
ERR_CAPACITY = -35

# ---- Backends: one for each module, best first ----

_FILES = {
    "simd128": Path(__file__).with_name("polycha-simd128.wasm"),
    "portable": Path(__file__).with_name("polycha-scalar.wasm"),
}
_NAMES = tuple(_FILES)
_missing = [file.name for file in _FILES.values() if not file.is_file()]
if _missing:
    raise ImportError(f"this installation of polycha was built without {' and '.join(_missing)}")

_machines: dict[str, Machine] = {}
_chosen = _NAMES[0]


def machine() -> Machine:
    """The one that new work begins on."""
    name = _chosen
    if name not in _machines:
        _machines[name] = Machine(_FILES[name])
    return _machines[name]


def version() -> str:
    return machine().version


def build() -> str:
    return machine().build


def backend_count() -> int:
    return len(_NAMES)


def backend_name(i: int, /) -> str:
    return _NAMES[i]


def backend_usable(i: int, /) -> int:
    return 1


def backend() -> str | None:
    return _chosen


def backend_use(name: str | None, /) -> int:
    global _chosen
    if name is None:
        name = _NAMES[0]
    if name not in _FILES:
        raise error_of_status(ERR_BACKEND)
    _chosen = name
    return 0


# ---- Memory ----


def put_key(m: Machine, key: Range) -> None:
    if key.size != KEY_BYTES:
        raise error_of_status(ERR_KEY)
    m.put(m.key, key.address, key.size)


def _put_nonce(m: Machine, nonce: Range, sizes: tuple[int, ...]) -> None:
    if nonce.size not in sizes:
        raise error_of_status(ERR_NONCE)
    m.put(m.nonce, nonce.address, nonce.size)


def check_apart(out: Range, size: int, source: Range, *others: Range) -> None:
    """The rule of core/polycha.h for the first `size` bytes of an output: it is its source, or shares no byte with any."""
    if (out.address != source.address and not source.is_apart_from(out.address, size)) or not all(
        other.is_apart_from(out.address, size) for other in others
    ):
        raise error_of_status(ERR_ARGUMENT)


def _pieces(size: int, most: int = PIECE_BYTES) -> Iterator[tuple[int, int]]:
    """Offsets and sizes; for nothing at all one piece of nothing."""
    for offset in range(0, max(size, 1), most):
        yield offset, min(most, size - offset)


# ---- Contexts ----


class Context:
    """A context of any kind: the bytes of the C struct, which are in the module only while it works on them.

    So there may be any number of them. Zeros are, as in C, a context that is not initialised or has ended.
    """

    __slots__ = ("_machine", "_state", "end", "position")

    def __init__(self, machine: Machine, size: int) -> None:
        self._machine = machine
        self._state = bytearray(size)
        # In the data or the key stream. The module sees one piece at a time, and would find the end too late.
        self.position = 0
        self.end = MESSAGE_BYTES_MAX

    def __del__(self) -> None:
        self.wipe()

    def wipe(self) -> None:
        self._state[:] = bytes(len(self._state))

    @contextmanager
    def session(self) -> Iterator[Machine]:
        """The module, with the context in it."""
        with self._machine.session() as m:
            with Memory(self._state) as state:
                m.put(m.context, state.address, state.size)
            try:
                yield m
            finally:
                with Memory(self._state, writable=True) as state:
                    m.get(state.address, m.context, state.size)

    def init(self, function: str, key: Range, nonce: Range, sizes: tuple[int, ...], *more: int) -> None:
        """nonce: of one of these sizes. more: what stands between nonce and key."""
        with self.session() as m:
            _put_nonce(m, nonce, sizes)
            put_key(m, key)
            m.run(function, m.context, m.nonce, nonce.size, *more, m.key)

    def read(self, function: str, source: Range) -> None:
        with self.session() as m:
            for offset, size in _pieces(source.size):
                m.put(m.data, source.address + offset, size)
                m.run(function, m.context, m.data, size)

    def write(self, function: str, address: int, source: Range, past_the_end: int) -> None:
        """Puts what becomes of the source at the address."""
        with self.session() as m:
            if self.position + source.size > self.end:
                raise error_of_status(past_the_end)
            for offset, size in _pieces(source.size):
                m.put(m.data, source.address + offset, size)
                m.run(function, m.context, m.data, m.data, size)
                m.get(address + offset, m.data, size)
            self.position += source.size

    def tag(self, function: str) -> bytes:
        with self.session() as m:
            m.run(function, m.context, m.tag)
            return m.bytes_at(m.tag, TAG_BYTES)

    def verify(self, expected: Range) -> None:
        with self.session() as m:
            m.put(m.tag, expected.address, expected.size)
            m.run("aead_verify", m.context, m.tag)


def _own(context: object) -> Context:
    if not isinstance(context, Context):
        raise TypeError("not a context of polycha.wasm")
    return context


def _update(function: str, past_the_end: int) -> Update:
    def update(context: object, dst: Any, src: Buffer, /) -> Any:
        own = _own(context)
        out = bytearray(dst) if isinstance(dst, int) else None
        with Memory(src) as source, Memory(dst if out is None else out, writable=True) as target:
            if target.size < source.size:
                raise error_of_status(ERR_CAPACITY)
            check_apart(target, source.size, source)
            own.write(function, target.address, source, past_the_end)
            count = source.size
        return count if out is None else bytes(out)

    return update


def aead_context() -> Context:
    m = machine()
    return Context(m, m.aead_size)


def aead_new() -> object:
    return aead_context()


def aead_aad(context: object, aad: Buffer, /) -> int:
    with Memory(aad) as source:
        _own(context).read("aead_aad", source)
    return 0


aead_encrypt = _update("aead_encrypt", ERR_LENGTH)
aead_decrypt = _update("aead_decrypt", ERR_LENGTH)


def aead_tag(context: object, tag: int, /) -> bytes:
    return _own(context).tag("aead_tag")


def aead_verify(context: object, expected_tag: Buffer, /) -> int:
    with Memory(expected_tag) as expected:
        _own(context).verify(expected)
    return 0


def chacha_new() -> object:
    m = machine()
    return Context(m, m.chacha_size)


def chacha_init(context: object, nonce: Buffer, rounds: int, key: Buffer, /) -> int:
    own = _own(context)
    with Memory(nonce) as nonce_memory, Memory(key) as key_memory:
        own.init("chacha_init", key_memory, nonce_memory, (8, 12, 24), rounds)
        own.position = 0
        own.end = 64 << (64 if nonce_memory.size == 8 else 32)
    return 0


chacha_update = _update("chacha_update", ERR_COUNTER)


def chacha_seek(context: object, block: int, byte: int, /) -> int:
    own = _own(context)
    with own.session() as m:
        # WebAssembly's 64-bit numbers are signed here.
        m.run("chacha_seek", m.context, block - (block >> 63 << 64), byte)
    own.position = 64 * block + byte
    return 0


def hchacha20(dst: int, nonce: Buffer, key: Buffer, /) -> bytes:
    with Memory(nonce) as nonce_memory, Memory(key) as key_memory, machine().session() as m:
        _put_nonce(m, nonce_memory, (16,))
        put_key(m, key_memory)
        m.run("hchacha20", m.data, m.nonce, m.key)
        m.keep(m.data, KEY_BYTES)
        return m.bytes_at(m.data, KEY_BYTES)


def poly1305_new() -> object:
    m = machine()
    return Context(m, m.poly1305_size)


def poly1305_init(context: object, key: Buffer, /) -> int:
    with Memory(key) as key_memory, _own(context).session() as m:
        put_key(m, key_memory)
        m.run("poly1305_init", m.context, m.key)
    return 0


def poly1305_update(context: object, src: Buffer, /) -> int:
    with Memory(src) as source:
        _own(context).read("poly1305_update", source)
    return 0


def poly1305_final(context: object, tag: int, /) -> bytes:
    return _own(context).tag("poly1305_final")


def poly1305(tag: int, src: Buffer, key: Buffer, /) -> bytes:
    context = poly1305_new()
    with Memory(src):
        poly1305_init(context, key)
        poly1305_update(context, src)
    return poly1305_final(context, tag)
