import java.security.Provider;
import java.util.ServiceLoader;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;

/** A program that knows the provider by its module alone; scripts/java-test.sh runs it on the module path. */
public final class UseProvider {
  public static void main(String[] arguments) throws Exception {
    for (Provider provider : ServiceLoader.load(Provider.class)) {
      if (provider.getName().equals("Polycha")) {
        Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305", provider);
        cipher.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("ChaCha20", provider).generateKey());
        System.out.println(provider.getName() + ": " + cipher.doFinal(new byte[34]).length + " bytes");
      }
    }
  }
}
