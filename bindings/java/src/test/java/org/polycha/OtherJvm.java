package org.polycha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, of the same kind and with the same classes. */
final class OtherJvm {
  private OtherJvm() {}

  /** What it prints; it must end well. */
  static String run(Class<?> program, Map<String, String> environment, List<String> options, String... arguments)
      throws Exception {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    all.addAll(List.of(arguments));
    return java(environment, all);
  }

  /** {@code java} with these arguments. */
  static String java(Map<String, String> environment, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("POLYCHA_BACKEND");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), output);
    return output;
  }

  static String run(Class<?> program, List<String> options, String... arguments) throws Exception {
    return run(program, Map.of(), options, arguments);
  }
}
