import org.polycha.Build;
import org.polycha.Polycha;

/** A program with everything on the module path; WasmLoaderTest runs it. */
public final class UseWasm {
  public static void main(String[] arguments) {
    Polycha polycha = Polycha.of(Build.WASM);
    byte[] sealed = polycha.aead().seal(new byte[34], null, new byte[12], new byte[32]);
    System.out.println(Polycha.class.getModule() + ": " + sealed.length + " bytes");
  }
}
