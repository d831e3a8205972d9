package org.polycha;

import java.nio.ByteBuffer;
import java.security.Provider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Re-use, aad, data in all forms, and the ends of things. */
final class SemanticMessages extends SemanticLines {
  SemanticMessages(Provider provider, Map<String, List<String>> lines) {
    super(provider, lines);
  }

  void run() {
    scene("re-use", this::reuse);
    scene("aad", this::aad);
    scene("data", this::data);
    scene("output sizes", this::outputSizes);
    scene("short output: update", this::shortUpdate);
    scene("short output: buffers", this::shortBuffers);
    scene("decryption again", this::decryptAgain);
    scene("stream", this::streamCipher);
    scene("counter", this::counter);
    scene("arguments", this::arguments);
    scene("room or readiness first", this::roomOrReadiness);
    scene("overlap of the same place", this::samePlace);
  }

  private void reuse() throws Exception {
    Cipher c = aead(Cipher.ENCRYPT_MODE);
    line("again at once", () -> done(() -> c.init(Cipher.ENCRYPT_MODE, key(), iv(NONCE))));
    line("after the refusal", () -> c.update(MESSAGE));
    line("after the refusal, iv", c::getIV);
    line("again after the refusal", () -> done(() -> c.init(Cipher.ENCRYPT_MODE, key(), iv(NONCE))));
    line("another", () -> done(() -> c.init(Cipher.ENCRYPT_MODE, key(), iv(OTHER_NONCE))));
    line("the first again", () -> done(() -> c.init(Cipher.ENCRYPT_MODE, key(), iv(NONCE))));
    line("decrypt the same", () -> done(() -> c.init(Cipher.DECRYPT_MODE, key(), iv(NONCE))));
    line("decrypt again", () -> done(() -> c.init(Cipher.DECRYPT_MODE, key(), iv(NONCE))));
    line("encrypt what was decrypted", () -> done(() -> c.init(Cipher.ENCRYPT_MODE, key(), iv(NONCE))));
    line("another key", () -> done(() -> c.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[32], "x"), iv(NONCE))));
    Cipher s = stream(Cipher.ENCRYPT_MODE);
    line("stream, another counter", () -> done(() -> s.init(Cipher.ENCRYPT_MODE, key(), new ChaCha20ParameterSpec(NONCE, 9))));
    Cipher d = aead(Cipher.ENCRYPT_MODE);
    line("doFinal", () -> d.doFinal(MESSAGE));
    line("update after", () -> d.update(MESSAGE));
    line("empty update after", () -> d.update(new byte[0]));
    line("doFinal after", () -> d.doFinal(MESSAGE));
    line("aad after", () -> done(() -> d.updateAAD(AAD)));
    line("output size after", () -> d.getOutputSize(10));
    line("init the same after", () -> done(() -> d.init(Cipher.ENCRYPT_MODE, key(), iv(NONCE))));
  }

  private void aad() throws Exception {
    Cipher c = aead(Cipher.ENCRYPT_MODE);
    line("first", () -> done(() -> c.updateAAD(AAD)));
    line("more", () -> done(() -> c.updateAAD(AAD, 3, 5)));
    line("empty", () -> done(() -> c.updateAAD(new byte[0])));
    line("null", () -> done(() -> c.updateAAD((byte[]) null)));
    line("null buffer", () -> done(() -> c.updateAAD((ByteBuffer) null)));
    line("bad range", () -> done(() -> c.updateAAD(AAD, 10, 10)));
    line("empty update", () -> c.update(new byte[0]));
    line("after an empty update", () -> done(() -> c.updateAAD(AAD)));
    line("buffer", () -> done(() -> c.updateAAD(ByteBuffer.wrap(AAD))));
    line("direct", () -> done(() -> c.updateAAD(ByteBuffer.allocateDirect(20).put(AAD).flip())));
    line("read-only", () -> done(() -> c.updateAAD(ByteBuffer.wrap(AAD).asReadOnlyBuffer())));
    line("update", () -> c.update(MESSAGE));
    line("after update", () -> done(() -> c.updateAAD(AAD)));
    line("doFinal", c::doFinal);
    line("stream", () -> done(() -> stream(Cipher.ENCRYPT_MODE).updateAAD(AAD)));
    Cipher d = aead(Cipher.DECRYPT_MODE);
    line("decrypt update", () -> d.update(MESSAGE));
    line("decrypt after update", () -> done(() -> d.updateAAD(AAD)));
    line("long", () -> {
      Cipher longAad = aead(Cipher.ENCRYPT_MODE);
      for (int i = 0; i < 300; i++) {
        longAad.updateAAD(Oracle.random(i, 1 + i));
        longAad.updateAAD(new byte[900]);
      }
      return longAad.doFinal(MESSAGE);
    });
  }

  private void data() throws Exception {
    Cipher c = aead(Cipher.ENCRYPT_MODE);
    line("empty update", () -> c.update(new byte[0]));
    for (int length : new int[] {1, 15, 16, 63, 64, 65, 1000}) {
      line("update " + length, () -> c.update(Oracle.random(length, length)));
    }
    line("empty doFinal", c::doFinal);
    Cipher d = aead(Cipher.DECRYPT_MODE);
    byte[] sealed = sealed(MESSAGE, new byte[0]);
    line("decrypt empty update", () -> d.update(new byte[0]));
    line("decrypt update", () -> d.update(sealed, 0, 50));
    line("decrypt update to array", () -> d.update(sealed, 50, 10, new byte[0]));
    line("decrypt doFinal", () -> d.doFinal(sealed, 60, sealed.length - 60));
    line("empty message", () -> aead(Cipher.ENCRYPT_MODE).doFinal());
    line("empty message opened", () -> aead(Cipher.DECRYPT_MODE).doFinal(sealed(new byte[0], new byte[0])));
    for (int length : new int[] {0, 1, 15}) {
      line("decrypt " + length, () -> aead(Cipher.DECRYPT_MODE).doFinal(new byte[length]));
    }
    for (int bit : new int[] {0, 7, 8 * 50, 8 * 100, 8 * 115 + 7}) {
      byte[] changed = sealed.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      byte[] output = Oracle.random(bit, 200);
      line("bit " + bit, () -> aead(Cipher.DECRYPT_MODE).doFinal(changed, 0, changed.length, output));
      line("bit " + bit + " output", () -> output);
    }
    line("wrong aad", () -> {
      Cipher wrong = aead(Cipher.DECRYPT_MODE);
      wrong.updateAAD(AAD);
      return wrong.doFinal(sealed);
    });
  }

  private void outputSizes() throws Exception {
    for (int length : new int[] {0, 1, 15, 16, 17, 100}) {
      line("encrypt " + length, () -> aead(Cipher.ENCRYPT_MODE).getOutputSize(length));
      line("decrypt " + length, () -> aead(Cipher.DECRYPT_MODE).getOutputSize(length));
      line("stream " + length, () -> stream(Cipher.ENCRYPT_MODE).getOutputSize(length));
    }
    line("negative", () -> aead(Cipher.ENCRYPT_MODE).getOutputSize(-1));
    line("too large", () -> aead(Cipher.ENCRYPT_MODE).getOutputSize(Integer.MAX_VALUE));
    Cipher d = aead(Cipher.DECRYPT_MODE);
    d.update(new byte[10]);
    line("buffered 10 + 0", () -> d.getOutputSize(0));
    line("buffered 10 + 10", () -> d.getOutputSize(10));
    Cipher e = aead(Cipher.ENCRYPT_MODE);
    e.update(new byte[10]);
    line("encrypted 10 + 5", () -> e.getOutputSize(5));
  }

  private void shortUpdate() throws Exception {
    Cipher c = aead(Cipher.ENCRYPT_MODE);
    line("short", () -> c.update(MESSAGE, 0, 100, new byte[99]));
    line("short, offset", () -> c.update(MESSAGE, 0, 100, new byte[100], 1));
    byte[] output = new byte[100];
    line("again", () -> c.update(MESSAGE, 0, 100, output));
    line("bytes", () -> output);
    line("rest", c::doFinal);
    Cipher s = stream(Cipher.ENCRYPT_MODE);
    line("stream short", () -> s.update(MESSAGE, 0, 100, new byte[99]));
    line("stream again", () -> s.update(MESSAGE));
  }

  private void shortBuffers() throws Exception {
    Cipher c = aead(Cipher.ENCRYPT_MODE);
    for (boolean direct : new boolean[] {false, true}) {
      ByteBuffer in = direct ? ByteBuffer.allocateDirect(100) : ByteBuffer.allocate(100);
      ByteBuffer out = direct ? ByteBuffer.allocateDirect(99) : ByteBuffer.allocate(99);
      line("update direct " + direct, () -> c.update(in, out));
      line("doFinal direct " + direct, () -> c.doFinal(in, out));
      line("positions", () -> in.position() + " " + out.position());
    }
    line("recovered", () -> c.doFinal(MESSAGE));
  }

  private void decryptAgain() throws Exception {
    byte[] sealed = sealed(MESSAGE, AAD);
    Cipher d = aead(Cipher.DECRYPT_MODE);
    for (int i = 0; i < 2; i++) {
      d.updateAAD(AAD);
      line("decrypt " + i, () -> d.doFinal(sealed));
    }
    byte[] forged = sealed.clone();
    forged[0] ^= 1;
    d.updateAAD(AAD);
    line("forged", () -> d.doFinal(forged));
    d.updateAAD(AAD);
    line("after the forgery", () -> d.doFinal(sealed));
    d.updateAAD(AAD);
    d.update(forged, 0, 40);
    line("forged in pieces", () -> d.doFinal(forged, 40, forged.length - 40));
    d.updateAAD(AAD);
    d.update(sealed, 0, 70);
    line("after that, in pieces", () -> d.doFinal(sealed, 70, sealed.length - 70));
    line("init again", () -> done(() -> d.init(Cipher.DECRYPT_MODE, key(), iv(NONCE))));
  }

  private void streamCipher() throws Exception {
    Cipher c = stream(Cipher.ENCRYPT_MODE);
    for (int length : new int[] {1, 7, 8, 64, 100, 3000, 1}) {
      line("update " + length, () -> c.update(Oracle.random(length, length)));
    }
    line("doFinal", () -> c.doFinal(MESSAGE));
    line("after", () -> c.update(MESSAGE));
    Cipher d = stream(Cipher.DECRYPT_MODE);
    line("decrypt", () -> d.update(MESSAGE));
    line("decrypt doFinal", () -> d.doFinal(MESSAGE));
    line("decrypt starts anew", () -> d.doFinal(MESSAGE));
    line("empty doFinal", d::doFinal);
    line("short doFinal", () -> stream(Cipher.ENCRYPT_MODE).doFinal(MESSAGE, 0, 100, new byte[99]));
  }

  private void counter() throws Exception {
    for (int start : new int[] {-1, -2, -17}) {
      Cipher c = cipher(STREAM);
      c.init(Cipher.ENCRYPT_MODE, key(), new ChaCha20ParameterSpec(NONCE, start));
      line("from " + start, () -> c.update(new byte[100]));
      line("on", () -> c.update(new byte[3000]));
      line("end", () -> c.doFinal(new byte[70]));
    }
  }

  private void arguments() throws Exception {
    Cipher c = aead(Cipher.ENCRYPT_MODE);
    line("null", () -> c.update((byte[]) null));
    line("negative offset", () -> c.update(MESSAGE, -1, 2));
    line("negative length", () -> c.update(MESSAGE, 1, -2));
    line("past the end", () -> c.update(MESSAGE, 50, 51));
    line("overflowing", () -> c.update(MESSAGE, Integer.MAX_VALUE, 1));
    line("null output", () -> c.update(MESSAGE, 0, 10, null));
    line("negative output offset", () -> c.update(MESSAGE, 0, 10, new byte[10], -1));
    line("output offset past the end", () -> c.update(MESSAGE, 0, 10, new byte[10], 11));
    line("doFinal null output", () -> c.doFinal(null, 0));
    ByteBuffer same = ByteBuffer.allocate(100);
    line("one buffer", () -> c.update(same, same));
    line("read-only output", () -> c.update(same, ByteBuffer.allocate(200).asReadOnlyBuffer()));
    line("null buffer", () -> c.update(null, same));
    line("empty buffers", () -> c.update(ByteBuffer.allocate(0), ByteBuffer.allocate(0)));
  }

  /** Which of two faults is reported. */
  private void roomOrReadiness() throws Exception {
    for (Cipher over : new Cipher[] {aead(Cipher.ENCRYPT_MODE), stream(Cipher.ENCRYPT_MODE)}) {
      over.doFinal(MESSAGE);
      line("no room", () -> over.doFinal(MESSAGE, 0, 100, new byte[99]));
      line("no room, update", () -> over.update(MESSAGE, 0, 100, new byte[99]));
      line("no room, buffers", () -> over.doFinal(ByteBuffer.wrap(MESSAGE), ByteBuffer.allocate(99)));
      line("no room, buffers, update", () -> over.update(ByteBuffer.wrap(MESSAGE), ByteBuffer.allocate(99)));
    }
    line("no array", () -> aead(Cipher.ENCRYPT_MODE).doFinal(MESSAGE, 0, 100, null));
    line("no array to decrypt to", () -> aead(Cipher.DECRYPT_MODE).doFinal(MESSAGE, 0, 100, null));
    line("no array, too short an input", () -> aead(Cipher.DECRYPT_MODE).doFinal(MESSAGE, 0, 15, null));
    line("no array for the stream", () -> stream(Cipher.ENCRYPT_MODE).doFinal(MESSAGE, 0, 100, null));
    byte[] empty = sealed(new byte[0], new byte[0]);
    line("no bytes past the end", () -> aead(Cipher.DECRYPT_MODE).doFinal(empty, 0, 16, new byte[4], 5));
    line("no bytes of the stream past the end", () -> stream(Cipher.ENCRYPT_MODE).doFinal(new byte[4], 5));
  }

  private void samePlace() throws Exception {
    byte[] array = Arrays.copyOf(MESSAGE, 200);
    line("in place", () -> aead(Cipher.ENCRYPT_MODE).doFinal(array, 0, 100, array, 0));
    line("bytes", () -> array);
    line("opened in place", () -> aead(Cipher.DECRYPT_MODE).doFinal(array, 0, 116, array, 0));
    line("opened bytes", () -> Arrays.copyOf(array, 100));
    byte[] before = Arrays.copyOf(new byte[20], 300);
    System.arraycopy(MESSAGE, 0, before, 20, 100);
    line("output before input", () -> aead(Cipher.ENCRYPT_MODE).doFinal(before, 20, 100, before, 0));
    line("output before input, bytes", () -> Arrays.copyOf(before, 116));
    for (boolean direct : new boolean[] {false, true}) {
      ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(200) : ByteBuffer.allocate(200);
      buffer.put(MESSAGE).flip();
      ByteBuffer out = buffer.duplicate().clear();
      line("buffer in place, direct " + direct, () -> aead(Cipher.ENCRYPT_MODE).doFinal(buffer, out));
      line("positions", () -> buffer.position() + " " + out.position());
      byte[] bytes = new byte[116];
      out.flip().get(bytes);
      line("buffer bytes", () -> bytes);
    }
  }
}
