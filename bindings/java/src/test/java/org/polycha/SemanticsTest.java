package org.polycha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The provider behaves as the JDK's, line by line, except where the JDK's is known to be wrong. */
class SemanticsTest {
  /** What our provider says in the scenes that show the JDK's defects. */
  private static final Map<String, List<String>> RIGHT = Map.ofEntries(
      Map.entry("defect 1: encryption of buffers is not over after doFinal",
          List.of("second message, direct false: java.lang.IllegalStateException",
              "second message, direct true: java.lang.IllegalStateException")),
      Map.entry("defect 2: aad in a slice", List.of("aad: done")),
      Map.entry("defect 3: buffers keep the message before", List.of("message 0: true", "message 1: true")),
      Map.entry("defect 3: a stream goes on after doFinal of buffers", List.of("the next message: true")),
      Map.entry("defect 4: short output burns the nonce",
          List.of("short: javax.crypto.ShortBufferException",
              "again: " + java.util.HexFormat.of().formatHex(
                  Oracle.seal(SemanticLines.MESSAGE, new byte[0], SemanticLines.NONCE, SemanticLines.KEY)))),
      Map.entry("defect 4: short output loses the ciphertext",
          List.of("short: javax.crypto.ShortBufferException", "again: true")),
      Map.entry("defect 4: too short an input leaves its aad",
          List.of("too short: javax.crypto.AEADBadTagException", "the next: true")),
      Map.entry("defect 4: overlap", List.of("output inside input: true")),
      Map.entry("defect 5: aad after ciphertext",
          List.of("aad, direct false: java.lang.IllegalStateException", "aad, direct true: java.lang.IllegalStateException")),
      Map.entry("defect 6: a direct buffer is read by a call that fails",
          List.of("forged: javax.crypto.AEADBadTagException", "position: 0")));

  /** Before JDK 21 a decryption could not be repeated (JDK-8305091); later ones also know more of specifications. */
  private static final boolean OLD_JDK = Runtime.version().feature() < 21;

  /** The lines that are of that, and a scene that is. */
  private static final Set<String> CHANGED_SINCE = Set.of("algorithm parameters, get any spec", "re-use, decrypt the same",
      "re-use, decrypt again", "stream, decrypt starts anew", "stream, empty doFinal", "decryption again");

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void likeTheJdk(Target target) throws Exception {
    Map<String, List<String>> jdk = SemanticScript.run(Security.getProvider("SunJCE"));
    Map<String, List<String>> ours = run(target.provider());
    List<String> differences = new ArrayList<>();
    int lines = 0;
    for (Map.Entry<String, List<String>> scene : ours.entrySet()) {
      String name = scene.getKey();
      lines += scene.getValue().size();
      if (RIGHT.containsKey(name)) {
        assertEquals(RIGHT.get(name), scene.getValue(), name);
        assertTrue(OLD_JDK || !jdk.get(name).equals(scene.getValue()), "the JDK no longer has " + name);
      } else if (!changedSince(name)) {
        compare(name, jdk.get(name), scene.getValue(), differences);
      }
    }
    assertEquals("", String.join("\n", differences));
    assertTrue(lines > 200, "the script has become short: " + lines + " lines");
  }

  /** Where it can be found, as the users of Ciphers look for it, but behind the JDK's. */
  private static Map<String, List<String>> run(Provider ours) {
    Security.addProvider(ours);
    try {
      return SemanticScript.run(ours);
    } finally {
      Security.removeProvider(ours.getName());
    }
  }

  /** In any order, with any arguments. */
  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void likeTheJdkInAnyOrder(Target target) throws Exception {
    Provider ours = target.provider();
    assumeTrue(Runtime.version().feature() >= 25, "older JDKs have other rules for buffers, and for what follows a decryption");
    Provider jdk = Security.getProvider("SunJCE");
    for (int seed = 0; seed < (target.build() == Build.WASM ? 200 : 2500); seed++) {
      assertNull(SemanticCalls.difference(seed, jdk, ours));
    }
  }

  private static boolean changedSince(String what) {
    return OLD_JDK && CHANGED_SINCE.contains(what);
  }

  private static void compare(String scene, List<String> jdk, List<String> ours, List<String> differences) {
    for (int i = 0; i < Math.max(jdk.size(), ours.size()); i++) {
      String theirLine = i < jdk.size() ? jdk.get(i) : "nothing";
      String ourLine = i < ours.size() ? ours.get(i) : "nothing";
      if (!theirLine.equals(ourLine) && !changedSince(scene + ", " + ourLine.split(":")[0])) {
        differences.add(scene + "\n  JDK:  " + theirLine + "\n  ours: " + ourLine);
      }
    }
  }
}
