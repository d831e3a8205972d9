"""The independent oracle: oracle.py KIND OUTPUT.txt

ChaCha, HChaCha, Poly1305 and the AEAD written from RFC 8439 and draft-irtf-cfrg-xchacha-03 with Python's big integers,
so that no fault of a carry or of a lane can be shared with the C code. It imports nothing of the project but the writer
of the text that the tests read. Every kind is seeded: two runs write the same file.
"""

import random
import struct
import sys

from flat_text import Writer

P = (1 << 130) - 5
CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
WORD = 0xFFFFFFFF
CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
ONES = (1 << 128) - 1


# RFC 8439 sections 2.1 to 2.4


def quarter_round(s, a, b, c, d):
    s[a] = (s[a] + s[b]) & WORD
    s[d] ^= s[a]
    s[d] = (s[d] << 16 | s[d] >> 16) & WORD
    s[c] = (s[c] + s[d]) & WORD
    s[b] ^= s[c]
    s[b] = (s[b] << 12 | s[b] >> 20) & WORD
    s[a] = (s[a] + s[b]) & WORD
    s[d] ^= s[a]
    s[d] = (s[d] << 8 | s[d] >> 24) & WORD
    s[c] = (s[c] + s[d]) & WORD
    s[b] ^= s[c]
    s[b] = (s[b] << 7 | s[b] >> 25) & WORD


def permuted(state, rounds):
    s = list(state)
    for _ in range(rounds // 2):
        for i in range(4):
            quarter_round(s, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return s


def block_of_state(state, rounds=20):
    return struct.pack("<16I", *((x + y) & WORD for x, y in zip(permuted(state, rounds), state)))


def hchacha(key, nonce, rounds=20):
    s = permuted(CONSTANTS + struct.unpack("<8I", key) + struct.unpack("<4I", nonce), rounds)
    return struct.pack("<8I", *s[:4], *s[12:])


def keystream(key, nonce, block, blocks, rounds=20):
    """nonce: 8 bytes (64-bit counter), 12, or 24 (XChaCha)."""
    if len(nonce) == 24:
        key, nonce = hchacha(key, nonce[:16], rounds), bytes(4) + nonce[16:]
    head = CONSTANTS + struct.unpack("<8I", key)
    out = []
    for counter in range(block, block + blocks):
        if len(nonce) == 8:
            tail = (counter & WORD, counter >> 32) + struct.unpack("<2I", nonce)
        else:
            tail = (counter,) + struct.unpack("<3I", nonce)
        assert counter >> (64 if len(nonce) == 8 else 32) == 0
        out.append(block_of_state(head + tail, rounds))
    return b"".join(out)


def xor(a, b):
    return (int.from_bytes(a, "little") ^ int.from_bytes(b, "little")).to_bytes(len(a), "little")


def chacha(key, nonce, block, text, rounds=20):
    return xor(text, keystream(key, nonce, block, (len(text) + 63) // 64, rounds)[: len(text)])


# RFC 8439 section 2.5


def number(data):
    return int.from_bytes(data, "little")


def absorb(h, r, data):
    """The whole and the last partial block of data."""
    for i in range(0, len(data), 16):
        piece = data[i : i + 16]
        h = (h + number(piece) + (1 << 8 * len(piece))) * r % P
    return h


def finish(h, s):
    return ((h + s) & ONES).to_bytes(16, "little")


def poly1305(key, message):
    return finish(absorb(0, number(key[:16]) & CLAMP, message), number(key[16:]))


# RFC 8439 section 2.8


def padded(data):
    return data + bytes(-len(data) % 16)


def seal(key, nonce, aad, plaintext):
    ciphertext = chacha(key, nonce, 1, plaintext)
    transcript = padded(aad) + padded(ciphertext) + struct.pack("<QQ", len(aad), len(plaintext))
    return ciphertext, poly1305(keystream(key, nonce, 0, 1)[:32], transcript)


# The files


def edge_length(rng):
    """Mostly next to a multiple of some kernel's stride."""
    if rng.random() < 0.3:
        return rng.randrange(300)
    stride = rng.choice((16, 64, 128, 256, 512, 1024))
    top = 20000 if rng.random() < 0.02 else 3100
    return max(0, stride * rng.randrange(top // stride + 1) + rng.choice((-17, -16, -15, -1, 0, 0, 1, 2, 15, 16, 17)))


def write_random(out, rng):
    """The counts stand in bodies/vectors.c too."""
    for nonce_len in [12] * 700 + [24] * 300:
        key, nonce = rng.randbytes(32), rng.randbytes(nonce_len)
        aad = rng.randbytes(rng.choice((0, 0, 1, 12, 13, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128, 129, 1024)))
        plaintext = rng.randbytes(edge_length(rng))
        ciphertext, tag = seal(key, nonce, aad, plaintext)
        fields = dict(key=key, nonce=nonce, aad=aad, plaintext=plaintext, ciphertext=ciphertext, tag=tag)
        out.case("aead", **fields, result="valid")
    for _ in range(800):
        rounds, nonce_len = rng.choice((8, 12, 20)), rng.choice((8, 12, 24))
        key, nonce = rng.randbytes(32), rng.randbytes(nonce_len)
        block = rng.choice((0, 0, 1, 2, rng.randrange(1 << 31), rng.randrange(1 << (62 if nonce_len == 8 else 31))))
        plaintext = rng.randbytes(edge_length(rng))
        ciphertext = chacha(key, nonce, block, plaintext, rounds)
        fields = dict(key=key, nonce=nonce, block=block, plaintext=plaintext, ciphertext=ciphertext)
        out.case("chacha", rounds=rounds, **fields)
    for _ in range(500):
        key, message = rng.randbytes(32), rng.randbytes(edge_length(rng))
        out.case("poly1305", key=key, message=message, tag=poly1305(key, message))
    for _ in range(200):
        key, nonce = rng.randbytes(32), rng.randbytes(16)
        out.case("hchacha", key=key, input=nonce, subkey=hchacha(key, nonce))


def write_poly1305(out, rng):
    """Messages and keys for the faults that random ones do not find."""

    def case(r, s, message):
        key = r.to_bytes(16, "little") + (s & ONES).to_bytes(16, "little")
        out.case("poly1305", key=key, message=message, tag=poly1305(key, message))

    def blocks(numbers):
        return b"".join(n.to_bytes(16, "little") for n in numbers)

    # Every carry at its largest: r as large as clamping leaves it (and given unclamped), all bits of the message set.
    for length in [*range(16, 1105), *(1024 * kib for kib in range(2, 65)), 1 << 20, 1 << 22]:
        case(ONES, ONES, b"\xff" * length)

    # r = 1 adds the blocks up, so that h meets p and its multiples exactly, in whatever form a kernel keeps it.
    for count in (3, 7, 11, 15, 19, 35, 67):
        for offset in range(-6, 7):
            total = (count + 1) // 4 * P + offset - (count << 128)
            share = total // count
            case(1, ONES, blocks([share] * (count - 1) + [total - share * (count - 1)]))

    # A message of each length whose last sum ends on a residue where a reduction could go wrong, with an s that makes
    # the last addition carry through every limb, or just not.
    residues = [0, 1, 4, 5, P - 1, P - 2, P - 5, P - 6, ONES, ONES + 1, ONES - 4, (1 << 129) - 1, (1 << 129) + 1]
    for count in [*range(1, 42), 63, 64, 65, 66, 79, 127, 128, 129]:
        for residue in residues[count == 1 :]:  # a single block, which is not 0, cannot end on 0
            while True:
                r = rng.getrandbits(128) & CLAMP
                first = [rng.getrandbits(128) for _ in range(count - 1)]
                last = residue * pow(r, -1, P) - absorb(0, r, blocks(first)) - (1 << 128)
                if 0 <= last % P <= ONES:
                    break
            case(r, rng.choice((0, ONES, -residue, -residue - 1, rng.getrandbits(128))), blocks(first + [last % P]))

    # Words of r and of the blocks that are all ones or all zeros, in any combination.
    def extremes():
        return sum(rng.choice((0, WORD)) << 32 * i for i in range(4))

    for count in range(0, 400):
        tail = bytes([rng.choice((0, 255))]) * rng.randrange(16)
        case(extremes(), extremes(), blocks(extremes() for _ in range(count % 50)) + tail)


def write_states(out, rng):
    """Accumulators as large as the contract between core and kernels allows, below 2^131 and not reduced."""
    top = (1 << 131) - 1
    for i in range(600):
        edges = (0, top, top - 1, 1 << 130, P, P - 1, 2 * P, 2 * P + 9)
        h = rng.choice((*edges, rng.getrandbits(131), rng.getrandbits(131)))
        r = rng.choice((CLAMP, rng.getrandbits(128) & CLAMP))
        block = rng.choice((b"\xff" * 16, bytes(16), rng.randbytes(16)))
        message = block * (i % 70 + 1) if i % 3 else rng.randbytes(16 * (i % 70 + 1))
        out.case(
            "state",
            h=h.to_bytes(20, "little"),
            r=r.to_bytes(16, "little"),
            message=message,
            tag=finish(absorb(h, r, message), 0),
        )


def write_lengths(out, rng):
    """One long message, cut at every length of interest: ciphertexts are prefixes of one, tags follow."""
    lengths = list(range(4201))
    for multiple in range(5 * 1024, 140 * 1024, 1024):
        lengths += [multiple + d for d in (-17, -16, -15, -1, 0, 1, 15, 16, 17)]
    write_cuts(out, rng, [(length, length * 7 % 41) for length in lengths], poly=True)


def write_grid(out, rng):
    write_cuts(out, rng, [(length, aad) for aad in [*range(131), 1024] for length in range(130)], poly=False)


def write_cuts(out, rng, cuts, poly):
    """`base`, then a `cut` for each (len, aad_len): the AEAD's tag and, if asked for, the Poly1305 of the plaintext's
    prefix alone under the same key."""
    key, nonce = rng.randbytes(32), rng.randbytes(12)
    plaintext = rng.randbytes(max(length for length, _ in cuts))
    aad = rng.randbytes(max(aad_len for _, aad_len in cuts))
    ciphertext = chacha(key, nonce, 1, plaintext)
    one_time = keystream(key, nonce, 0, 1)[:32]
    r, s = number(one_time[:16]) & CLAMP, number(one_time[16:])
    own_r, own_s = number(key[:16]) & CLAMP, number(key[16:])
    out.case("base", key=key, nonce=nonce, aad=aad, plaintext=plaintext, ciphertext=ciphertext)

    # After whole blocks an accumulator only depends on how many there were, so each is computed once.
    after_text = {}

    def text_blocks(name, h, r, text):
        if name not in after_text:
            after_text[name] = sums = [h]
            for i in range(0, len(text) // 16 * 16, 16):
                sums.append(absorb(sums[-1], r, text[i : i + 16]))
        return after_text[name]

    for length, aad_len in cuts:
        whole = length // 16
        sums = text_blocks(aad_len, absorb(0, r, padded(aad[:aad_len])), r, ciphertext)
        h = absorb(sums[whole], r, padded(ciphertext[16 * whole : length]))
        fields = dict(len=length, aad_len=aad_len, tag=finish(absorb(h, r, struct.pack("<QQ", aad_len, length)), s))
        if poly:
            sums = text_blocks("alone", 0, own_r, plaintext)
            fields["poly1305"] = finish(absorb(sums[whole], own_r, plaintext[16 * whole : length]), own_s)
        out.case("cut", **fields)


def write_counters(out, rng):
    """Runs of blocks over 2^31 and up to 2^32 (32-bit counters), over 2^32 and up to 2^64 (64-bit counter)."""
    for nonce_len, start, blocks in (
        (12, (1 << 31) - 34, 68),
        (12, (1 << 32) - 34, 34),
        (24, (1 << 32) - 34, 34),
        (8, (1 << 32) - 34, 68),
        (8, (1 << 64) - 34, 34),
        (8, (1 << 33) - 34, 68),
    ):
        for first_word in (b"\x00" * 4, b"\xff" * 4):
            key, nonce = rng.randbytes(32), first_word + rng.randbytes(nonce_len - 4)
            plaintext = rng.randbytes(64 * blocks)
            ciphertext = chacha(key, nonce, start, plaintext)
            fields = dict(key=key, nonce=nonce, block=start, plaintext=plaintext, ciphertext=ciphertext)
            out.case("chacha", rounds=20, **fields)


def write_jdk(out, rng):
    counters = [0, 1, (1 << 31) - 1, 1 << 31, *range((1 << 32) - 18, 1 << 32)]
    for counter in counters + [rng.getrandbits(32) for _ in range(20)]:
        words = [rng.getrandbits(32) for _ in range(16)]
        words[12] = counter
        blocks = min(16, (1 << 32) - counter)
        stream = b"".join(block_of_state(words[:12] + [counter + i] + words[13:]) for i in range(blocks))
        out.case("jdk_block", state=struct.pack("<16I", *words), keystream=stream)

    top = 1 << 60
    edges = (0, 1, -1, (1 << 26) - 1, 1 << 26, -(1 << 26), top, -top, top - 1, 1 - top, (1 << 44) + 3, -(1 << 51) - 7)
    for i in range(400):
        r = ONES & CLAMP if i % 4 == 0 else rng.getrandbits(128) & CLAMP
        limbs = [rng.choice(edges) if rng.random() < 0.7 else rng.randrange(-top, top + 1) for _ in range(5)]
        if i % 10 == 0:
            limbs = [rng.choice((top, -top))] * 5
        blocks = rng.choice((0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 33, 64, 129))
        message = rng.choice((b"\xff" * 16, rng.randbytes(16))) * blocks
        h = absorb(sum(limb << 26 * j for j, limb in enumerate(limbs)) % P, r, message)
        out.case(
            "jdk_poly1305",
            r=r.to_bytes(16, "little"),
            **{f"a{j}": limb for j, limb in enumerate(limbs)},
            message=message,
            residue=h.to_bytes(17, "little"),
        )


def absorb_zero_blocks(h, r, count):
    """What absorb makes of `count` blocks of zeros: the sum of a geometric series."""
    power = pow(r, count, P)
    return (h * power + (1 << 128) * r * (power - 1) * pow(r - 1, -1, P)) % P


def write_huge(out, rng):
    """Messages of zeros that are longer than 32 bits can say. Of the AEAD's text it is the ciphertext that is zeros."""

    def transcript_tag(r, s, aad_len, length):
        h = 0
        for part in aad_len, length:
            h = absorb(absorb_zero_blocks(h, r, part // 16), r, padded(bytes(part % 16)))
        return finish(absorb(h, r, struct.pack("<QQ", aad_len, length)), s)

    def aead(aad_len, length):
        key, nonce = rng.randbytes(32), rng.randbytes(12)
        one_time = keystream(key, nonce, 0, 1)[:32]
        tag = transcript_tag(number(one_time[:16]) & CLAMP, number(one_time[16:]), aad_len, length)
        out.case("aead", key=key, nonce=nonce, aad_len=aad_len, len=length, tag=tag)

    over = (1 << 32) + 69
    aead(over, 20)
    aead(13, over)
    key = rng.randbytes(32)
    r = number(key[:16]) & CLAMP
    h = absorb(absorb_zero_blocks(0, r, over // 16), r, bytes(over % 16))
    out.case("poly1305", key=key, len=over, tag=finish(h, number(key[16:])))
    key, nonce = rng.randbytes(32), rng.randbytes(12)
    last = keystream(key, nonce, over // 64 - 16, 17)[: 16 * 64 + over % 64]
    out.case("chacha", key=key, nonce=nonce, len=over, end=last)
    aead(0, 64 * WORD)  # the longest text that RFC 8439 section 2.8 allows


KINDS = {
    "random": write_random,
    "poly1305": write_poly1305,
    "states": write_states,
    "lengths": write_lengths,
    "grid": write_grid,
    "counters": write_counters,
    "jdk": write_jdk,
    "huge": write_huge,
}


def main():
    kind, destination = sys.argv[1:]
    with Writer(destination) as out:
        KINDS[kind](out, random.Random(f"polycha {kind}"))


if __name__ == "__main__":
    main()
