package org.polycha;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The vector files of tests/vectors, which exist once for all languages. */
final class Vectors {
  private Vectors() {}

  record Sealing(String name, byte[] key, byte[] nonce, byte[] aad, byte[] message, byte[] sealed, boolean valid) {}

  static JsonObject file(String name) {
    Path path = Path.of(System.getProperty("test.vectors", "../../tests/vectors"), name + ".json");
    try {
      return JsonParser.parseString(Files.readString(path)).getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] hex(JsonObject vector, String field) {
    return HexFormat.of().parseHex(vector.get(field).getAsString());
  }

  /** prefix: "" or "x". */
  static List<Sealing> sealings(String prefix) {
    List<Sealing> all = new ArrayList<>();
    String family = prefix + "chacha20_poly1305";
    for (JsonElement group : file("wycheproof_" + family).getAsJsonArray("testGroups")) {
      for (JsonElement test : group.getAsJsonObject().getAsJsonArray("tests")) {
        JsonObject v = test.getAsJsonObject();
        all.add(new Sealing("wycheproof " + v.get("tcId"), hex(v, "key"), hex(v, "iv"), hex(v, "aad"), hex(v, "msg"),
            joined(hex(v, "ct"), hex(v, "tag")), v.get("result").getAsString().equals("valid")));
      }
    }
    JsonArray tests = file("boringssl_" + family).getAsJsonArray("tests");
    for (int i = 0; i < tests.size(); i++) {
      all.add(rfc("boringssl " + i, tests.get(i).getAsJsonObject()));
    }
    all.add(rfc("rfc", file("rfc8439_and_xchacha_draft").getAsJsonObject(prefix.isEmpty() ? "2.8.2" : "xchacha A.3.1")));
    return all;
  }

  private static Sealing rfc(String name, JsonObject v) {
    return new Sealing(name, hex(v, "key"), hex(v, "nonce"), hex(v, "aad"), hex(v, "pt"), joined(hex(v, "ct"), hex(v, "tag")),
        true);
  }

  private static byte[] joined(byte[] a, byte[] b) {
    byte[] both = java.util.Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }
}
