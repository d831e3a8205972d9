import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.polycha.Aead;
import org.polycha.Build;
import org.polycha.Polycha;

public class Seal {
  public static void main(String[] arguments) throws Exception {
    Aead aead = Polycha.of(Build.NATIVE).xaead(); // XChaCha20-Poly1305: its nonces may be random
    byte[] key = new byte[32], nonce = new byte[aead.nonceBytes()];
    SecureRandom random = new SecureRandom();
    random.nextBytes(key);
    random.nextBytes(nonce); // another one for every message under the same key
    byte[] sealed = aead.seal("attack at dawn".getBytes(StandardCharsets.UTF_8), null, nonce, key);
    System.out.println(new String(aead.open(sealed, null, nonce, key), StandardCharsets.UTF_8));
  }
}
