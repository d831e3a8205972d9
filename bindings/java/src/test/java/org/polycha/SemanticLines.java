package org.polycha;

import java.security.Key;
import java.security.Provider;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a user of a Cipher can observe, as lines of text. The script is run on the JDK's provider and on ours, and the lines are
 * compared. A line says what a call returned, or the class of the exception, and of its cause.
 */
abstract class SemanticLines {
  static final byte[] KEY = Oracle.random(1, 32);
  static final byte[] NONCE = Oracle.random(2, 12);
  static final byte[] OTHER_NONCE = Oracle.random(3, 12);
  static final String AEAD = "ChaCha20-Poly1305";
  static final String STREAM = "ChaCha20";
  static final String OID = "1.2.840.113549.1.9.16.3.18";

  final Provider provider;
  private final Map<String, List<String>> lines;
  private List<String> current;

  SemanticLines(Provider provider, Map<String, List<String>> lines) {
    this.provider = provider;
    this.lines = lines;
  }

  interface Call {
    Object run() throws Exception;
  }

  interface Scene {
    void run() throws Exception;
  }

  void scene(String name, Scene scene) {
    current = new ArrayList<>();
    lines.put(name, current);
    try {
      scene.run();
    } catch (Exception e) {
      current.add("the scene ends: " + e.getClass().getName());
    }
  }

  void line(String what, Call call) {
    current.add(what + ": " + outcome(call));
  }

  static String outcome(Call call) {
    try {
      Object result = call.run();
      return result instanceof byte[] ? HexFormat.of().formatHex((byte[]) result) : String.valueOf(result);
    } catch (Exception e) {
      Throwable cause = e.getCause();
      return e.getClass().getName() + (cause != null && e instanceof java.security.ProviderException
          ? " caused by " + cause.getClass().getName() : "");
    }
  }

  static Object done(Scene scene) throws Exception {
    scene.run();
    return "done";
  }

  static Key key() {
    return new SecretKeySpec(KEY, "ChaCha20");
  }

  static IvParameterSpec iv(byte[] nonce) {
    return new IvParameterSpec(nonce);
  }

  Cipher cipher(String name) throws Exception {
    return Cipher.getInstance(name, provider);
  }

  Cipher aead(int mode) throws Exception {
    Cipher cipher = cipher(AEAD);
    cipher.init(mode, key(), iv(NONCE));
    return cipher;
  }

  Cipher stream(int mode) throws Exception {
    Cipher cipher = cipher(STREAM);
    cipher.init(mode, key(), new ChaCha20ParameterSpec(NONCE, 7));
    return cipher;
  }

  static byte[] sealed(byte[] message, byte[] aad) {
    return Oracle.seal(message, aad, NONCE, KEY);
  }

  static final byte[] MESSAGE = Oracle.random(4, 100);
  static final byte[] AAD = Oracle.random(5, 13);
}
