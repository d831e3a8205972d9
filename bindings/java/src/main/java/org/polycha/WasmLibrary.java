package org.polycha;

import com.dylibso.chicory.runtime.Instance;
import java.util.Arrays;

/**
 * The library as WebAssembly, in the JVM. Data passes through a fixed part of the module's memory, piece by piece, and what it leaves there
 * is wiped. A module is single-threaded, so one call runs at a time.
 */
final class WasmLibrary implements Library {
  private static final int PIECE = 1 << 20;

  private final WasmMemory memory;
  private final int data;
  private final int key;
  private final int nonce;
  private final int tag;
  private final int aead;
  private final int chacha;
  private final int poly1305;
  private final int small;
  private final int smallLength;

  WasmLibrary(Instance instance) {
    memory = new WasmMemory(instance);
    data = memory.allocate(PIECE);
    int aeadSize = sizeOf("aead");
    int chachaSize = sizeOf("chacha");
    smallLength = 96 + aeadSize + chachaSize + sizeOf("poly1305");
    small = memory.allocate(smallLength);
    key = small;
    nonce = key + 32;
    tag = nonce + 32;
    aead = tag + 32;
    chacha = aead + aeadSize;
    poly1305 = chacha + chachaSize;
  }

  /** Rounded up, so that what follows is aligned. */
  private int sizeOf(String context) {
    return (memory.call("sizeof_" + context + "_ctx") + 15) & -16;
  }

  private interface Work {
    int on(int address, int length);
  }

  /** Calls the work for each piece, with its bytes in memory, and brings them back if there is a dst. At least one call. */
  private int walk(Object dst, int dstPlace, Object src, int srcPlace, int length, Work work) {
    if (length > PIECE && dstPlace < 0 && srcPlace < 0 && dst != src) {
      // Two direct buffers may share memory, and a piece that is brought back must not change one that is yet to be read.
      byte[] copy = new byte[length];
      WasmMemory.buffer(src, srcPlace, 0).get(copy);
      int status = walk(dst, dstPlace, copy, 0, length, work);
      Arrays.fill(copy, (byte) 0);
      return status;
    }
    int done = 0;
    int status;
    do {
      int piece = Math.min(PIECE, length - done);
      memory.write(data, src, srcPlace, done, piece);
      status = work.on(data, piece);
      if (status == Status.OK && dst != null) {
        memory.read(data, dst, dstPlace, done, piece);
      }
      memory.wipe(data, piece);
      done += piece;
    } while (status == Status.OK && done < length);
    return status;
  }

  private int walk(Object src, int srcPlace, int length, Work work) {
    return length == 0 ? Status.OK : walk(null, 0, src, srcPlace, length, work);
  }

  private void setKey(byte[] keyBytes, byte[] nonceBytes, int nonceLength) {
    memory.write(key, keyBytes, 0, Check.KEY);
    if (nonceBytes == null) {
      memory.write(nonce, keyBytes, Check.KEY, nonceLength);
    } else {
      memory.write(nonce, nonceBytes, 0, nonceLength);
    }
  }

  private int wiped(int status) {
    memory.wipe(small, smallLength);
    return status;
  }

  /** Starts a message: init, and all of the aad. */
  private int begin(Object aad, int aadPlace, int aadLength, byte[] keyBytes, byte[] nonceBytes, int nonceLength) {
    setKey(keyBytes, nonceBytes, nonceLength);
    int status = memory.call("aead_init", aead, nonce, nonceLength, key);
    Object from = aad != null ? aad : keyBytes;
    int place = aad != null ? aadPlace : Check.KEY + nonceLength;
    return status == Status.OK
        ? walk(from, place, aadLength, (address, piece) -> memory.call("aead_aad", aead, address, piece))
        : status;
  }

  @Override
  public synchronized long seal(Object dst, int dstPlace, byte[] tagBytes, Object src, int srcPlace, int length, Object aad,
      int aadPlace, int aadLength, byte[] keyBytes, byte[] nonceBytes, int nonceLength) {
    int status = begin(aad, aadPlace, aadLength, keyBytes, nonceBytes, nonceLength);
    if (status == Status.OK && length > 0) {
      status = walk(dst, dstPlace, src, srcPlace, length,
          (address, piece) -> memory.call("aead_encrypt", aead, address, address, piece));
    }
    if (status == Status.OK) {
      status = memory.call("aead_tag", aead, tag);
    }
    if (status == Status.OK) {
      memory.read(tag, tagBytes != null ? tagBytes : dst, tagBytes != null ? 0 : dstPlace, tagBytes != null ? 0 : length,
          Check.TAG);
    }
    return wiped(status);
  }

  @Override
  public synchronized long open(Object dst, int dstPlace, byte[] tagBytes, Object src, int srcPlace, int length, Object aad,
      int aadPlace, int aadLength, byte[] keyBytes, byte[] nonceBytes, int nonceLength) {
    int status = begin(aad, aadPlace, aadLength, keyBytes, nonceBytes, nonceLength);
    setTag(tagBytes, src, srcPlace, length);
    if (status == Status.OK) {
      status = walk(src, srcPlace, length,
          (address, piece) -> memory.call("aead_decrypt", aead, 0, address, piece));
    }
    if (status == Status.OK) {
      status = memory.call("aead_verify", aead, tag);
    }
    if (status == Status.OK && dst != null && length > 0) {
      status = decrypt(dst, dstPlace, src, srcPlace, length, nonceLength);
    }
    return wiped(status);
  }

  private void setTag(byte[] tagBytes, Object src, int srcPlace, int length) {
    if (tagBytes != null) {
      memory.write(tag, tagBytes, 0, Check.TAG);
    } else {
      memory.write(tag, src, srcPlace, length, Check.TAG);
    }
  }

  /** The second pass, after the tag has been verified: the message begins at block 1. */
  private int decrypt(Object dst, int dstPlace, Object src, int srcPlace, int length, int nonceLength) {
    int status = memory.call("chacha_init", chacha, nonce, nonceLength, 20, key);
    if (status == Status.OK) {
      status = memory.call("chacha_seek", chacha, 1, 0);
    }
    return status == Status.OK
        ? walk(dst, dstPlace, src, srcPlace, length,
            (address, piece) -> memory.call("chacha_update", chacha, address, address, piece))
        : status;
  }

  @Override
  public synchronized long xor(Object dst, int dstPlace, Object src, int srcPlace, int length, byte[] keyBytes,
      byte[] nonceBytes, int counter) {
    if ((length + 63L) / 64 > 0x100000000L - (counter & 0xffffffffL)) {
      return Status.COUNTER;
    }
    setKey(keyBytes, nonceBytes, Check.NONCE);
    int[] at = {counter};
    return wiped(walk(dst, dstPlace, src, srcPlace, length, (address, piece) -> {
      int status = memory.call("chacha20_xor", address, address, piece, nonce, at[0] & 0xffffffffL, key);
      at[0] += piece / 64;
      return status;
    }));
  }

  @Override
  public synchronized long keystream(byte[] work, int length, int counter) {
    Arrays.fill(work, 0, length, (byte) 0);
    byte[] keyed = Arrays.copyOfRange(work, KEYSTREAM, work.length);
    long status = xor(work, 0, work, 0, length, keyed, null, counter);
    Arrays.fill(keyed, (byte) 0);
    return status;
  }

  /** Direct buffers that share memory cannot be told here, so all of them are taken to. */
  @Override
  public long apart(Object dst, int dstPlace, Object src, int srcPlace, int length) {
    return dst == src && dstPlace == srcPlace ? Status.OK : Status.ARGUMENT;
  }

  @Override
  public synchronized long hchacha20(byte[] out, byte[] nonceBytes, byte[] keyBytes) {
    setKey(keyBytes, nonceBytes, 16);
    int status = memory.call("hchacha20", data, nonce, key);
    memory.read(data, out, 0, 0, Check.KEY);
    memory.wipe(data, Check.KEY);
    return wiped(status);
  }

  @Override
  public synchronized long poly1305(byte[] tagBytes, Object src, int srcPlace, int length, byte[] keyBytes) {
    memory.write(key, keyBytes, 0, Check.KEY);
    int status = memory.call("poly1305_init", poly1305, key);
    if (status == Status.OK) {
      status = (int) poly1305Update(poly1305, src, srcPlace, length);
    }
    if (status == Status.OK) {
      status = (int) poly1305Final(poly1305, tagBytes);
    }
    return wiped(status);
  }

  @Override
  public synchronized long jdkChacha20Block(int[] state, byte[] keystream) {
    memory.writeInts(small, state);
    int written = memory.call("jdk_chacha20_block", small, data);
    if (written > 0) {
      memory.read(data, keystream, 0, 0, written);
    }
    memory.wipe(data, 1024);
    return wiped(written);
  }

  @Override
  public synchronized long jdkPoly1305Blocks(byte[] input, int offset, int length, long[] a, long[] r) {
    memory.writeLongs(small, a);
    memory.writeLongs(small + 48, r);
    int status = walk(null, 0, input, offset, length,
        (address, piece) -> memory.call("jdk_poly1305_blocks", address, piece, small, small + 48));
    if (status == Status.OK) {
      memory.readLongs(small, a);
    }
    return wiped(status);
  }

  private long allocate(String context) {
    return Integer.toUnsignedLong(memory.call("arena_alloc", memory.call("sizeof_" + context + "_ctx")));
  }

  @Override
  public synchronized long aeadNew() {
    return allocate("aead");
  }

  @Override
  public synchronized void aeadFree(long context) {
    memory.call("arena_free", context);
  }

  @Override
  public synchronized long aeadInit(long context, byte[] nonceBytes, byte[] keyBytes) {
    setKey(keyBytes, nonceBytes, nonceBytes.length);
    return wiped(memory.call("aead_init", context, nonce, nonceBytes.length, key));
  }

  @Override
  public synchronized long aeadAad(long context, Object aad, int aadPlace, int length) {
    return walk(null, 0, aad, aadPlace, length, (address, piece) -> memory.call("aead_aad", context, address, piece));
  }

  @Override
  public synchronized long aeadEncrypt(long context, Object dst, int dstPlace, Object src, int srcPlace, int length) {
    return walk(dst, dstPlace, src, srcPlace, length,
        (address, piece) -> memory.call("aead_encrypt", context, address, address, piece));
  }

  @Override
  public synchronized long aeadTag(long context, byte[] tagBytes) {
    int status = memory.call("aead_tag", context, tag);
    if (status == Status.OK) {
      memory.read(tag, tagBytes, 0, 0, Check.TAG);
    }
    return wiped(status);
  }

  @Override
  public synchronized long aeadDecrypt(long context, Object dst, int dstPlace, Object src, int srcPlace, int length) {
    return walk(dst, dstPlace, src, srcPlace, length,
        (address, piece) -> memory.call("aead_decrypt", context, address, address, piece));
  }

  @Override
  public synchronized long aeadVerify(long context, byte[] tagBytes) {
    memory.write(tag, tagBytes, 0, Check.TAG);
    return wiped(memory.call("aead_verify", context, tag));
  }

  @Override
  public synchronized long aeadSealRest(long context, Object dst, int dstPlace, Object src, int srcPlace, int length) {
    long status = aeadEncrypt(context, dst, dstPlace, src, srcPlace, length);
    byte[] tagBytes = new byte[Check.TAG];
    if (status == Status.OK) {
      status = aeadTag(context, tagBytes);
    }
    if (status == Status.OK) {
      memory.write(tag, tagBytes, 0, Check.TAG);
      memory.read(tag, dst, dstPlace, length, Check.TAG);
    }
    return wiped((int) status);
  }

  @Override
  public synchronized long aeadOpenAll(long context, Object dst, int dstPlace, Object src, int srcPlace, int length,
      byte[] keyBytes, byte[] nonceBytes, int nonceLength) {
    setTag(null, src, srcPlace, length);
    int status = walk(src, srcPlace, length,
        (address, piece) -> memory.call("aead_decrypt", context, 0, address, piece));
    if (status == Status.OK) {
      status = memory.call("aead_verify", context, tag);
    }
    if (status == Status.OK && length > 0) {
      setKey(keyBytes, nonceBytes, nonceLength);
      status = decrypt(dst, dstPlace, src, srcPlace, length, nonceLength);
    }
    return wiped(status);
  }

  @Override
  public synchronized long chachaNew() {
    return allocate("chacha");
  }

  @Override
  public synchronized void chachaFree(long context) {
    memory.call("arena_free", context);
  }

  @Override
  public synchronized long chachaInit(long context, byte[] nonceBytes, long rounds, byte[] keyBytes) {
    setKey(keyBytes, nonceBytes, nonceBytes.length);
    return wiped(memory.call("chacha_init", context, nonce, nonceBytes.length, rounds, key));
  }

  @Override
  public synchronized long chachaUpdate(long context, Object dst, int dstPlace, Object src, int srcPlace, int length) {
    return walk(dst, dstPlace, src, srcPlace, length,
        (address, piece) -> memory.call("chacha_update", context, address, address, piece));
  }

  @Override
  public synchronized long chachaSeek(long context, long block, long offset) {
    return memory.call("chacha_seek", context, block, offset);
  }

  @Override
  public synchronized long poly1305New() {
    return allocate("poly1305");
  }

  @Override
  public synchronized void poly1305Free(long context) {
    memory.call("arena_free", context);
  }

  @Override
  public synchronized long poly1305Init(long context, byte[] keyBytes) {
    memory.write(key, keyBytes, 0, Check.KEY);
    return wiped(memory.call("poly1305_init", context, key));
  }

  @Override
  public synchronized long poly1305Update(long context, Object src, int srcPlace, int length) {
    return walk(null, 0, src, srcPlace, length,
        (address, piece) -> memory.call("poly1305_update", context, address, piece));
  }

  @Override
  public synchronized long poly1305Final(long context, byte[] tagBytes) {
    int status = memory.call("poly1305_final", context, tag);
    if (status == Status.OK) {
      memory.read(tag, tagBytes, 0, 0, Check.TAG);
    }
    return wiped(status);
  }

  @Override
  public synchronized String version() {
    return memory.text(memory.call("version"));
  }

  @Override
  public synchronized String build() {
    return memory.text(memory.call("build"));
  }

  @Override
  public synchronized long backendCount() {
    return memory.call("backend_count");
  }

  @Override
  public synchronized String backendName(long i) {
    return memory.text(memory.call("backend_name", i));
  }

  @Override
  public synchronized int backendUsable(long i) {
    return memory.call("backend_usable", i);
  }

  @Override
  public synchronized String backend() {
    return memory.text(memory.call("backend"));
  }

  @Override
  public synchronized long backendUse(String name) {
    if (name == null) {
      return memory.call("backend_use", 0);
    }
    byte[] text = Arrays.copyOf(name.getBytes(java.nio.charset.StandardCharsets.UTF_8), name.length() + 1);
    if (text.length > smallLength) {
      return Status.BACKEND;
    }
    memory.write(small, text, 0, text.length);
    return wiped(memory.call("backend_use", small));
  }

  @Override
  public synchronized String strerror(long status) {
    return memory.text(memory.call("strerror", status));
  }

  /** There is no array to be held here. */
  @Override
  public long longestHold() {
    return 0;
  }

  @Override
  public long criticalFunction(int which) {
    return 0;
  }
}
