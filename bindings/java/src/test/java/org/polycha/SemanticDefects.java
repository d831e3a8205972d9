package org.polycha;

import java.nio.ByteBuffer;
import java.security.Provider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;

/** The JDK's defects, each a documented difference. */
final class SemanticDefects extends SemanticLines {
  SemanticDefects(Provider provider, Map<String, List<String>> lines) {
    super(provider, lines);
  }

  void run() {
    scene("defect 1: encryption of buffers is not over after doFinal", this::defectBuffersNotOver);
    scene("defect 2: aad in a slice", this::defectSlicedAad);
    scene("defect 3: buffers keep the message before", this::defectStale);
    scene("defect 3: a stream goes on after doFinal of buffers", this::defectStreamGoesOn);
    scene("defect 4: short output burns the nonce", this::defectShortEncrypt);
    scene("defect 4: short output loses the ciphertext", this::defectShortDecrypt);
    scene("defect 4: too short an input leaves its aad", this::defectTooShort);
    scene("defect 4: overlap", this::defectOverlap);
    scene("defect 5: aad after ciphertext", this::defectAadAfterCiphertext);
    scene("defect 6: a direct buffer is read by a call that fails", this::defectPosition);
  }

  private void defectBuffersNotOver() throws Exception {
    for (boolean direct : new boolean[] {false, true}) {
      Cipher c = aead(Cipher.ENCRYPT_MODE);
      ByteBuffer in = direct ? ByteBuffer.allocateDirect(100) : ByteBuffer.allocate(100);
      ByteBuffer out = direct ? ByteBuffer.allocateDirect(200) : ByteBuffer.allocate(200);
      c.doFinal(in, out);
      line("second message, direct " + direct, () -> c.doFinal(MESSAGE).length);
    }
  }

  private void defectSlicedAad() throws Exception {
    Cipher c = aead(Cipher.ENCRYPT_MODE);
    // Twice a block, so that the JDK takes the way that is wrong for a slice.
    ByteBuffer slice = ByteBuffer.wrap(Oracle.random(9, 64)).slice(16, 32);
    line("aad", () -> done(() -> c.updateAAD(slice)));
  }

  private void defectStale() throws Exception {
    byte[] sealed = sealed(MESSAGE, new byte[0]);
    Cipher d = aead(Cipher.DECRYPT_MODE);
    for (int i = 0; i < 2; i++) {
      d.update(ByteBuffer.allocateDirect(60).put(sealed, 0, 60).flip(), ByteBuffer.allocateDirect(0));
      ByteBuffer rest = ByteBuffer.allocateDirect(56).put(sealed, 60, 56).flip();
      ByteBuffer out = ByteBuffer.allocateDirect(100);
      line("message " + i, () -> {
        d.doFinal(rest, out);
        byte[] bytes = new byte[100];
        out.flip().get(bytes);
        return Arrays.equals(bytes, MESSAGE);
      });
    }
  }

  private void defectStreamGoesOn() throws Exception {
    Cipher d = stream(Cipher.DECRYPT_MODE);
    byte[] first = d.doFinal(MESSAGE);
    d.doFinal(ByteBuffer.allocateDirect(100), ByteBuffer.allocateDirect(100));
    line("the next message", () -> Arrays.equals(first, d.doFinal(MESSAGE)));
  }

  private void defectShortEncrypt() throws Exception {
    Cipher c = aead(Cipher.ENCRYPT_MODE);
    line("short", () -> c.doFinal(MESSAGE, 0, 100, new byte[115]));
    line("again", () -> c.doFinal(MESSAGE));
  }

  private void defectShortDecrypt() throws Exception {
    byte[] sealed = sealed(MESSAGE, AAD);
    Cipher d = aead(Cipher.DECRYPT_MODE);
    d.updateAAD(AAD);
    d.update(sealed, 0, 50);
    line("short", () -> d.doFinal(sealed, 50, 66, new byte[99]));
    line("again", () -> Arrays.equals(d.doFinal(sealed, 50, 66), MESSAGE));
  }

  private void defectTooShort() throws Exception {
    Cipher d = aead(Cipher.DECRYPT_MODE);
    d.updateAAD(AAD);
    line("too short", () -> d.doFinal(new byte[5]));
    d.updateAAD(AAD);
    line("the next", () -> Arrays.equals(d.doFinal(sealed(MESSAGE, AAD)), MESSAGE));
  }

  private void defectOverlap() throws Exception {
    byte[] array = Arrays.copyOf(MESSAGE, 200);
    aead(Cipher.ENCRYPT_MODE).doFinal(array, 0, 100, array, 5);
    line("output inside input", () -> Arrays.equals(Arrays.copyOfRange(array, 5, 121), sealed(MESSAGE, new byte[0])));
  }

  /** Refused after ciphertext in an array, and not after ciphertext in a buffer. */
  private void defectAadAfterCiphertext() throws Exception {
    for (boolean direct : new boolean[] {false, true}) {
      Cipher d = aead(Cipher.DECRYPT_MODE);
      ByteBuffer in = direct ? ByteBuffer.allocateDirect(60) : ByteBuffer.allocate(60);
      d.update(in, ByteBuffer.allocate(60));
      line("aad, direct " + direct, () -> done(() -> d.updateAAD(AAD)));
    }
  }

  private void defectPosition() throws Exception {
    Cipher d = aead(Cipher.DECRYPT_MODE);
    ByteBuffer forged = ByteBuffer.allocateDirect(116);
    line("forged", () -> d.doFinal(forged, ByteBuffer.allocateDirect(100)));
    line("position", forged::position);
  }
}
