import org.polycha.Build;
import org.polycha.Polycha;

/** Prints the backends that this CPU can run, best first: scripts/java-test.sh compares them with those it expects. */
public final class Backends {
  public static void main(String[] arguments) {
    System.out.println(String.join(" ", Polycha.of(Build.NATIVE).backends()));
  }
}
