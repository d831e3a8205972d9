package org.polycha;

import java.security.Provider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All lines of the script, by scene. */
final class SemanticScript {
  private SemanticScript() {}

  static Map<String, List<String>> run(Provider provider) {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    new SemanticInits(provider, lines).run();
    new SemanticMessages(provider, lines).run();
    new SemanticUsers(provider, lines).run();
    new SemanticDefects(provider, lines).run();
    return lines;
  }
}
