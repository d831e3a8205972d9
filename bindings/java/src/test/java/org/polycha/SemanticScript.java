package org.polycha;

import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a user of a Cipher can observe, as lines of text: the script is run on the JDK's provider and on ours, and the lines are
 * compared. A line says what a call returned, or the class of the exception, and of its cause.
 */
final class SemanticScript {
  static final byte[] KEY = Oracle.random(1, 32);
  static final byte[] NONCE = Oracle.random(2, 12);
  static final byte[] OTHER_NONCE = Oracle.random(3, 12);
  static final String AEAD = "ChaCha20-Poly1305";
  static final String STREAM = "ChaCha20";
  static final String OID = "1.2.840.113549.1.9.16.3.18";

  private final Provider provider;
  private final Map<String, List<String>> lines = new LinkedHashMap<>();
  private List<String> current;

  SemanticScript(Provider provider) {
    this.provider = provider;
  }

  interface Call {
    Object run() throws Exception;
  }

  interface Scene {
    void run() throws Exception;
  }

  private void scene(String name, Scene scene) {
    current = new ArrayList<>();
    lines.put(name, current);
    try {
      scene.run();
    } catch (Exception e) {
      current.add("the scene ends: " + e.getClass().getName());
    }
  }

  private void line(String what, Call call) {
    current.add(what + ": " + outcome(call));
  }

  private static String outcome(Call call) {
    try {
      Object result = call.run();
      return result instanceof byte[] ? HexFormat.of().formatHex((byte[]) result) : String.valueOf(result);
    } catch (Exception e) {
      Throwable cause = e.getCause();
      return e.getClass().getName() + (cause != null && e instanceof java.security.ProviderException
          ? " caused by " + cause.getClass().getName() : "");
    }
  }

  private static Object done(Scene scene) throws Exception {
    scene.run();
    return "done";
  }

  private static Key key() {
    return new SecretKeySpec(KEY, "ChaCha20");
  }

  private static IvParameterSpec iv(byte[] nonce) {
    return new IvParameterSpec(nonce);
  }

  private Cipher cipher(String name) throws Exception {
    return Cipher.getInstance(name, provider);
  }

  private Cipher aead(int mode) throws Exception {
    Cipher cipher = cipher(AEAD);
    cipher.init(mode, key(), iv(NONCE));
    return cipher;
  }

  private Cipher stream(int mode) throws Exception {
    Cipher cipher = cipher(STREAM);
    cipher.init(mode, key(), new ChaCha20ParameterSpec(NONCE, 7));
    return cipher;
  }

  private static byte[] sealed(byte[] message, byte[] aad) {
    return Oracle.seal(message, aad, NONCE, KEY);
  }

  static final byte[] MESSAGE = Oracle.random(4, 100);
  static final byte[] AAD = Oracle.random(5, 13);

  Map<String, List<String>> run() {
    scene("names", this::names);
    scene("services", this::services);
    scene("key generator", this::keyGenerator);
    scene("algorithm parameters", this::algorithmParameters);
    scene("init of the stream", this::initStream);
    scene("init of the aead", this::initAead);
    scene("init with keys", this::initKeys);
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
    scene("overlap of the same place", this::samePlace);
    // From here on, each is one of the JDK's defects, and a documented difference.
    scene("defect 1: encryption of buffers is not over after doFinal", this::defectBuffersNotOver);
    scene("defect 2: aad in a slice", this::defectSlicedAad);
    scene("defect 3: buffers keep the message before", this::defectStale);
    scene("defect 4: short output burns the nonce", this::defectShortEncrypt);
    scene("defect 4: short output loses the ciphertext", this::defectShortDecrypt);
    scene("defect 4: too short an input leaves its aad", this::defectTooShort);
    scene("defect 4: overlap", this::defectOverlap);
    return lines;
  }

  private void names() {
    for (String name : List.of(STREAM, AEAD, "chacha20", "CHACHA20-POLY1305", OID, "OID." + OID, "ChaCha20/None/NoPadding",
        "ChaCha20/none/nopadding", "ChaCha20-Poly1305/None/NoPadding", "ChaCha20/CTR/NoPadding", "ChaCha20/None/PKCS5Padding",
        "ChaCha20//NoPadding", "ChaCha20/None/", "ChaCha20/Poly1305/NoPadding", "ChaCha20-Poly1305/ECB/NoPadding",
        "ChaCha20-Poly1305/None/PKCS1Padding")) {
      line(name, () -> cipher(name).getAlgorithm());
    }
  }

  private void services() {
    for (String[] name : new String[][] {{"AlgorithmParameters", AEAD}, {"AlgorithmParameters", OID},
        {"AlgorithmParameters", STREAM}, {"KeyGenerator", STREAM}, {"KeyGenerator", AEAD}, {"SecretKeyFactory", STREAM},
        {"AlgorithmParameterGenerator", AEAD}}) {
      line(name[0] + " " + name[1], () -> provider.getService(name[0], name[1]) != null);
    }
    for (String name : List.of(STREAM, AEAD)) {
      line(name + " key formats", () -> provider.getService("Cipher", name).getAttribute("SupportedKeyFormats"));
    }
  }

  private void keyGenerator() {
    line("default", () -> KeyGenerator.getInstance(STREAM, provider).generateKey().getEncoded().length);
    line("algorithm", () -> KeyGenerator.getInstance(STREAM, provider).generateKey().getAlgorithm());
    line("format", () -> KeyGenerator.getInstance(STREAM, provider).generateKey().getFormat());
    for (int bits : new int[] {0, 128, 255, 256, 257, 512}) {
      line("init " + bits, () -> {
        KeyGenerator generator = KeyGenerator.getInstance(STREAM, provider);
        generator.init(bits);
        return generator.generateKey().getEncoded().length;
      });
    }
    line("init random", () -> done(() -> KeyGenerator.getInstance(STREAM, provider).init(new SecureRandom())));
    line("init spec", () -> done(() -> KeyGenerator.getInstance(STREAM, provider).init(iv(NONCE))));
  }

  private AlgorithmParameters parameters() throws Exception {
    return AlgorithmParameters.getInstance(AEAD, provider);
  }

  private void algorithmParameters() {
    byte[] encoded = new byte[14];
    encoded[0] = 4;
    encoded[1] = 12;
    line("init encoded", () -> {
      AlgorithmParameters parameters = parameters();
      parameters.init(encoded);
      return parameters.getParameterSpec(IvParameterSpec.class).getIV();
    });
    for (String format : new String[] {null, "ASN.1", "asn.1", "RAW", "DER"}) {
      line("init format " + format, () -> done(() -> parameters().init(encoded, format)));
      line("get format " + format, () -> {
        AlgorithmParameters parameters = parameters();
        parameters.init(iv(NONCE));
        return parameters.getEncoded(format);
      });
    }
    line("init long", () -> done(() -> parameters().init(Arrays.copyOf(encoded, 15))));
    line("init short", () -> done(() -> parameters().init(Arrays.copyOf(encoded, 13))));
    line("init 11", () -> done(() -> parameters().init(new byte[] {4, 11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})));
    line("init integer", () -> done(() -> parameters().init(new byte[] {2, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})));
    line("init empty", () -> done(() -> parameters().init(new byte[0])));
    line("init spec 12", () -> done(() -> parameters().init(iv(NONCE))));
    line("init spec 11", () -> done(() -> parameters().init(iv(new byte[11]))));
    line("init spec ChaCha20", () -> done(() -> parameters().init(new ChaCha20ParameterSpec(NONCE, 1))));
    line("get uninitialised", () -> parameters().getEncoded());
    line("get other spec", () -> {
      AlgorithmParameters parameters = parameters();
      parameters.init(iv(NONCE));
      return parameters.getParameterSpec(ChaCha20ParameterSpec.class);
    });
    line("get any spec", () -> {
      AlgorithmParameters parameters = parameters();
      parameters.init(iv(NONCE));
      return parameters.getParameterSpec(java.security.spec.AlgorithmParameterSpec.class).getClass();
    });
    line("init twice", () -> done(() -> {
      AlgorithmParameters parameters = parameters();
      parameters.init(iv(NONCE));
      parameters.init(iv(NONCE));
    }));
  }

  private void initStream() throws Exception {
    Cipher c = cipher(STREAM);
    line("block size", c::getBlockSize);
    line("iv before", c::getIV);
    line("parameters before", c::getParameters);
    line("update before", () -> c.update(MESSAGE));
    line("doFinal before", () -> c.doFinal(MESSAGE));
    line("aad before", () -> done(() -> c.updateAAD(AAD)));
    line("output size before", () -> c.getOutputSize(1));
    line("iv spec", () -> done(() -> c.init(Cipher.ENCRYPT_MODE, key(), iv(NONCE))));
    line("after a refused init", () -> c.update(MESSAGE));
    line("parameters", () -> done(() -> {
      AlgorithmParameters parameters = parameters();
      parameters.init(iv(NONCE));
      c.init(Cipher.ENCRYPT_MODE, key(), parameters);
    }));
    line("decrypt without", () -> done(() -> c.init(Cipher.DECRYPT_MODE, key())));
    line("decrypt null spec", () -> done(() -> c.init(Cipher.DECRYPT_MODE, key(), (ChaCha20ParameterSpec) null)));
    line("encrypt without", () -> {
      c.init(Cipher.ENCRYPT_MODE, key());
      return c.getIV().length;
    });
    line("counter 1 by default", () -> {
      byte[] nonce = c.getIV();
      return Arrays.equals(c.doFinal(MESSAGE), Oracle.chacha20(MESSAGE, KEY, nonce, 1, 20));
    });
    line("given random", () -> {
      c.init(Cipher.ENCRYPT_MODE, key(), new SecureRandom() {
        private static final long serialVersionUID = 1;

        @Override
        public void nextBytes(byte[] bytes) {
          Arrays.fill(bytes, (byte) 9);
        }
      });
      return c.getIV();
    });
    for (int counter : new int[] {0, 1, -1, Integer.MIN_VALUE}) {
      line("counter " + counter, () -> {
        Cipher fresh = cipher(STREAM);
        fresh.init(Cipher.ENCRYPT_MODE, key(), new ChaCha20ParameterSpec(NONCE, counter));
        return fresh.doFinal(new byte[130]);
      });
    }
    for (int mode : new int[] {Cipher.WRAP_MODE, Cipher.UNWRAP_MODE}) {
      line("mode " + mode, () -> done(() -> cipher(STREAM).init(mode, key(), new ChaCha20ParameterSpec(NONCE, 1))));
      line("mode " + mode + " without", () -> done(() -> cipher(STREAM).init(mode, key())));
    }
    line("wrap", () -> stream(Cipher.ENCRYPT_MODE).wrap(key()));
  }

  private void initAead() throws Exception {
    Cipher c = cipher(AEAD);
    line("iv before", c::getIV);
    line("parameters before", () -> c.getParameters().getEncoded().length);
    line("parameters before differ", () -> Arrays.equals(c.getParameters().getEncoded(), c.getParameters().getEncoded()));
    for (int length : new int[] {0, 8, 11, 12, 13, 16, 24}) {
      line("nonce of " + length, () -> done(() -> cipher(AEAD).init(Cipher.ENCRYPT_MODE, key(), iv(new byte[length]))));
    }
    line("ChaCha20 spec", () -> done(() -> c.init(Cipher.ENCRYPT_MODE, key(), new ChaCha20ParameterSpec(NONCE, 1))));
    line("foreign parameters", () -> done(() -> {
      AlgorithmParameters foreign = AlgorithmParameters.getInstance("AES");
      foreign.init(iv(new byte[16]));
      c.init(Cipher.ENCRYPT_MODE, key(), foreign);
    }));
    line("parameters by OID", () -> done(() -> {
      AlgorithmParameters byOid = AlgorithmParameters.getInstance(OID, provider);
      byOid.init(iv(NONCE));
      c.init(Cipher.ENCRYPT_MODE, key(), byOid);
    }));
    line("parameters", () -> {
      AlgorithmParameters parameters = parameters();
      parameters.init(iv(NONCE));
      c.init(Cipher.ENCRYPT_MODE, key(), parameters);
      return c.getIV();
    });
    line("parameters after", () -> c.getParameters().getEncoded());
    line("null parameters, decrypt", () -> done(() -> c.init(Cipher.DECRYPT_MODE, key(), (AlgorithmParameters) null)));
    line("null spec, decrypt", () -> done(() -> c.init(Cipher.DECRYPT_MODE, key(), (IvParameterSpec) null)));
    line("without, encrypt", () -> {
      c.init(Cipher.ENCRYPT_MODE, key());
      return c.getIV().length;
    });
    line("iv after doFinal", () -> {
      Cipher fresh = aead(Cipher.ENCRYPT_MODE);
      fresh.doFinal(MESSAGE);
      return fresh.getIV();
    });
    for (int mode : new int[] {Cipher.WRAP_MODE, Cipher.UNWRAP_MODE}) {
      line("mode " + mode, () -> done(() -> cipher(AEAD).init(mode, key(), iv(NONCE))));
    }
  }

  /** A key as a provider may be handed one. */
  private record OddKey(String format, byte[] encoded) implements Key {
    @Override
    public String getAlgorithm() {
      return "odd";
    }

    @Override
    public String getFormat() {
      return format;
    }

    @Override
    public byte[] getEncoded() {
      return encoded == null ? null : encoded.clone();
    }
  }

  private void initKeys() {
    for (String name : List.of(AEAD, STREAM)) {
      for (Key key : new Key[] {null, new SecretKeySpec(KEY, "AES"), new SecretKeySpec(Arrays.copyOf(KEY, 16), "ChaCha20"),
          new SecretKeySpec(Arrays.copyOf(KEY, 33), "ChaCha20"), new OddKey("RAW", KEY), new OddKey("X.509", KEY),
          new OddKey(null, KEY), new OddKey("RAW", null), new OddKey("raw", KEY)}) {
        String what = name + " " + (key == null ? "null" : key.getAlgorithm() + " " + key.getFormat() + " "
            + (key.getEncoded() == null ? "null" : key.getEncoded().length));
        line(what, () -> done(() -> cipher(name).init(Cipher.ENCRYPT_MODE, key,
            name.equals(AEAD) ? iv(NONCE) : new ChaCha20ParameterSpec(NONCE, 1))));
      }
    }
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
}
