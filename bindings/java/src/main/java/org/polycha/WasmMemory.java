package org.polycha;

import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The WebAssembly module's memory and functions (wasm/README.md), as Java likes them. */
final class WasmMemory {
  private final Instance instance;
  private final Memory memory;
  private final Map<String, ExportFunction> functions = new HashMap<>();

  WasmMemory(Instance instance) {
    this.instance = instance;
    this.memory = instance.memory();
  }

  /** Calls {@code polycha_NAME}. */
  int call(String name, long... arguments) {
    return (int) functions.computeIfAbsent(name, key -> instance.export("polycha_" + key)).apply(arguments)[0];
  }

  /** {@link #call} of a function without a result. */
  void wipe(int address, int length) {
    functions.computeIfAbsent("wipe", key -> instance.export("polycha_wipe")).apply(address, length);
  }

  int allocate(int length) {
    int address = call("arena_alloc", length);
    if (address == 0) {
      throw new OutOfMemoryError("polycha: no room for " + length + " bytes in the WebAssembly module");
    }
    return address;
  }

  String text(int address) {
    if (address == 0) {
      return null;
    }
    int end = address;
    while (memory.read(end) != 0) {
      end++;
    }
    return new String(memory.readBytes(address, end - address), StandardCharsets.US_ASCII);
  }

  void write(int address, byte[] bytes, int offset, int length) {
    memory.write(address, bytes, offset, length);
  }

  /** From {@code from} of the data on; see {@link Library} for data. */
  void write(int address, Object data, int place, int from, int length) {
    if (place >= 0) {
      memory.write(address, (byte[]) data, place + from, length);
      return;
    }
    byte[] copy = new byte[length];
    buffer(data, place, from).get(copy);
    memory.write(address, copy, 0, length);
    Arrays.fill(copy, (byte) 0);
  }

  void read(int address, Object data, int place, int from, int length) {
    byte[] copy = memory.readBytes(address, length);
    if (place >= 0) {
      System.arraycopy(copy, 0, (byte[]) data, place + from, length);
    } else {
      buffer(data, place, from).put(copy);
    }
    Arrays.fill(copy, (byte) 0);
  }

  void writeInts(int address, int[] words) {
    for (int i = 0; i < words.length; i++) {
      memory.writeI32(address + 4 * i, words[i]);
    }
  }

  void writeLongs(int address, long[] words) {
    for (int i = 0; i < words.length; i++) {
      memory.writeLong(address + 8 * i, words[i]);
    }
  }

  void readLongs(int address, long[] words) {
    for (int i = 0; i < words.length; i++) {
      words[i] = memory.readLong(address + 8 * i);
    }
  }

  static ByteBuffer buffer(Object data, int place, int from) {
    ByteBuffer buffer = ((ByteBuffer) data).duplicate();
    buffer.position(~place + from);
    return buffer;
  }
}
