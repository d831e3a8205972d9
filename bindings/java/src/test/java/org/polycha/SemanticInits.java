package org.polycha;

import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Names, services, keys and parameters. */
final class SemanticInits extends SemanticLines {
  SemanticInits(Provider provider, Map<String, List<String>> lines) {
    super(provider, lines);
  }

  void run() {
    scene("names", this::names);
    scene("services", this::services);
    scene("key generator", this::keyGenerator);
    scene("algorithm parameters", this::algorithmParameters);
    scene("encoded parameters", this::encodedParameters);
    scene("parameters as text", this::parametersAsText);
    scene("init of the stream", this::initStream);
    scene("init of the aead", this::initAead);
    scene("init with keys", this::initKeys);
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

  /** Lengths in every form, strings in parts, and what is none. N: the nonce; P, Q: its halves. */
  private void encodedParameters() {
    String nonce = HexFormat.of().formatHex(NONCE);
    for (String form : List.of("040cN", "04810cN", "0482000cN", "048300000cN", "04840000000cN", "0485000000000cN", "0480N0000",
        "0480040cN0000", "2480040cN0000", "240e040cN", "24100406P0406Q", "24020500", "241104820cN", "240f04810cN",
        "2480240e040cN0000", "241224100406P0406Q", "24800406P0406Q0000", "24800406Q0406P0000", "2480040cN000000", "2480040cN",
        "2480040cN00", "24122480040cN0000", "24100406P0400" + "0404Q", "040bN", "040dN00", "040cN00", "04810cN00", "040cP",
        "04810cP", "0406P", "048cN", "04ffN", "0484ffffffffN", "04847fffffffN", "", "04", "0481", "04810c", "840cN", "440cN",
        "050cN", "0500", "300e040cN", "3f040cN", "1f040cN", "2400", "0400", "2480", "24800000", "240e050cN",
        "2410040cN0500", "04810000", "04808080")) {
      String hex = form.replace("N", nonce).replace("P", nonce.substring(0, 12)).replace("Q", nonce.substring(12));
      line("init " + form, () -> {
        AlgorithmParameters parameters = parameters();
        parameters.init(HexFormat.of().parseHex(hex));
        return parameters.getEncoded();
      });
    }
  }

  private void parametersAsText() throws Exception {
    AlgorithmParameters parameters = parameters();
    line("before", parameters::toString);
    for (byte[] nonce : new byte[][] {NONCE, new byte[12], "ABCxyz{|}~ \u007f".getBytes(StandardCharsets.ISO_8859_1),
        HexFormat.of().parseHex("1f20797a7b7f80818efeff00")}) {
      AlgorithmParameters some = parameters();
      some.init(iv(nonce));
      line("after", some::toString);
    }
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
  record OddKey(String format, byte[] encoded) implements Key {
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
}
