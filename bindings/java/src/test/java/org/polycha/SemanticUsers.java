package org.polycha;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.CipherInputStream;
import javax.crypto.CipherOutputStream;
import javax.crypto.KeyGenerator;
import javax.crypto.SealedObject;

/** The classes of the JDK that use a Cipher, and how they and others find one. */
final class SemanticUsers extends SemanticLines {
  SemanticUsers(Provider provider, Map<String, List<String>> lines) {
    super(provider, lines);
  }

  void run() {
    scene("streams", this::streams);
    scene("streams of forgeries", this::forgedStreams);
    scene("sealed objects", this::sealedObjects);
    scene("wrap", this::wrap);
    scene("search", this::search);
    scene("as text", this::asText);
  }

  private Cipher cipher(String name, int mode) throws Exception {
    return name.equals(AEAD) ? aead(mode) : stream(mode);
  }

  private byte[] written(String name, int mode, byte[] data) throws Exception {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (CipherOutputStream out = new CipherOutputStream(written, cipher(name, mode))) {
      int half = data.length / 2;
      out.write(data, 0, half);
      out.flush();
      if (half < data.length) {
        out.write(data[half]);
        out.write(data, half + 1, data.length - half - 1);
      }
    }
    return written.toByteArray();
  }

  private InputStream reading(String name, int mode, byte[] data) throws Exception {
    return new CipherInputStream(new ByteArrayInputStream(data), cipher(name, mode));
  }

  private void streams() throws Exception {
    for (String name : List.of(AEAD, STREAM)) {
      for (int length : new int[] {0, 1, 15, 511, 512, 513, 8192, 20_000}) {
        byte[] data = Oracle.random(length, length);
        line(name + " written " + length, () -> written(name, Cipher.ENCRYPT_MODE, data));
        line(name + " read " + length, () -> reading(name, Cipher.ENCRYPT_MODE, data).readAllBytes());
        byte[] secret = cipher(name, Cipher.ENCRYPT_MODE).doFinal(data);
        line(name + " read back " + length, () -> reading(name, Cipher.DECRYPT_MODE, secret).readAllBytes());
        line(name + " written back " + length, () -> written(name, Cipher.DECRYPT_MODE, secret));
        line(name + " in parts " + length, () -> {
          try (InputStream in = reading(name, Cipher.DECRYPT_MODE, secret)) {
            return in.read() + " " + in.available() + " " + in.skip(5) + " " + in.read(new byte[700], 3, 690) + " " + in.read();
          }
        });
      }
    }
  }

  private void forgedStreams() throws Exception {
    for (int length : new int[] {0, 100, 1000}) {
      byte[] forged = sealed(Oracle.random(length, length), new byte[0]);
      forged[length / 2] ^= 1;
      for (byte[] bad : new byte[][] {forged, Arrays.copyOf(forged, length + 9), new byte[0], new byte[15]}) {
        line("read " + bad.length, () -> reading(AEAD, Cipher.DECRYPT_MODE, bad).readAllBytes());
        line("closed early " + bad.length, () -> done(() -> reading(AEAD, Cipher.DECRYPT_MODE, bad).close()));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        line("written " + bad.length, () -> {
          try (CipherOutputStream out = new CipherOutputStream(written, aead(Cipher.DECRYPT_MODE))) {
            out.write(bad);
          } catch (IOException e) {
            return e.getCause().getClass();
          }
          return "no exception";
        });
        line("written " + bad.length + ", bytes", written::size);
      }
    }
  }

  private void sealedObjects() {
    for (String name : List.of(AEAD, STREAM)) {
      line(name, () -> {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        new ObjectOutputStream(written).writeObject(new SealedObject("text", cipher(name, Cipher.ENCRYPT_MODE)));
        SealedObject read =
            (SealedObject) new ObjectInputStream(new ByteArrayInputStream(written.toByteArray())).readObject();
        return read.getAlgorithm() + " " + read.getObject(cipher(name, Cipher.DECRYPT_MODE));
      });
      line(name + " by its parameters",
          () -> new SealedObject("text", cipher(name, Cipher.ENCRYPT_MODE)).getObject(key(), provider.getName()));
    }
  }

  private void wrap() {
    for (String name : List.of(AEAD, STREAM)) {
      line(name, () -> done(() -> cipher(name).init(Cipher.WRAP_MODE, key())));
      line(name + " while encrypting", () -> cipher(name, Cipher.ENCRYPT_MODE).wrap(key()));
      line(name + " unwrap", () -> cipher(name, Cipher.DECRYPT_MODE).unwrap(new byte[48], "any", Cipher.SECRET_KEY));
      line(name + " no such mode", () -> done(() -> cipher(name).init(5, key())));
    }
  }

  private void search() {
    for (String filter : List.of("Cipher.ChaCha20", "Cipher.ChaCha20 SupportedKeyFormats:RAW", "Cipher." + OID, "Cipher.OID." + OID,
        "AlgorithmParameters." + OID, "KeyGenerator.chacha20", "Cipher.ChaCha20 SupportedModes:None")) {
      line(filter, () -> {
        Provider[] found = Security.getProviders(filter);
        return found != null && Arrays.stream(found).anyMatch(one -> one.getName().equals(provider.getName()));
      });
    }
    for (Object key : new Object[] {key(), null, "text"}) {
      line("supports " + (key == null ? "null" : key.getClass()), () -> provider.getService("Cipher", AEAD).supportsParameter(key));
    }
    line("key for a generator", () -> provider.getService("KeyGenerator", STREAM).supportsParameter(key()));
    line("constructor parameter", () -> provider.getService("Cipher", AEAD).newInstance("text"));
    line("alias", () -> provider.getProperty("Alg.Alias.Cipher." + OID));
    line("attribute", () -> provider.getProperty("Cipher." + AEAD + " SupportedKeyFormats"));
  }

  private void asText() throws Exception {
    for (String name : List.of(AEAD, STREAM)) {
      line(name + " before", () -> cipher(name).toString().replace(provider.getName(), "NAME"));
      line(name + " after", () -> cipher(name, Cipher.DECRYPT_MODE).toString().replace(provider.getName(), "NAME"));
    }
    KeyGenerator generator = KeyGenerator.getInstance("CHACHA20", provider);
    line("generator", generator::getAlgorithm);
    line("its key", () -> generator.generateKey().getAlgorithm());
  }
}
