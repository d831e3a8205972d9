package org.polycha;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.Key;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.polycha.SemanticInits.OddKey;

/**
 * Calls in a random order and with random arguments, right and wrong, on a Cipher of the JDK's and on one of ours: the same result or
 * exception, the same bytes in all of the output, the same positions of buffers, and the same nonce and output size afterwards. Where
 * the JDK has one of the defects that ours leaves out (PolychaProvider), the next call is an init, which mends it.
 */
final class SemanticCalls {
  private static final byte[][] KEYS = {Oracle.random(1, 32), Oracle.random(2, 32)};
  private static final byte[][] NONCES = {Oracle.random(3, 12), Oracle.random(4, 12)};
  private static final HexFormat HEX = HexFormat.of();
  private static final byte FILL = 0x55;

  private final Random random;
  private final Provider[] providers;
  private final Cipher[] ciphers = new Cipher[2];
  private final boolean aead;
  private final StringBuilder log = new StringBuilder();
  private boolean differ;

  /** Of the last call: it has thrown, and this for the end of the key stream. */
  private boolean failed;
  private boolean exhausted;

  private boolean mustInit = true;
  private boolean encrypting;

  /** Of the message: the JDK has seen buffers, or no longer takes aad. */
  private boolean buffers;
  private boolean noAad;

  private byte[] key;
  private byte[] nonce;
  private final ByteArrayOutputStream aad = new ByteArrayOutputStream();

  /** What is being decrypted, once that has begun, and how much of it has been. */
  private byte[] sealed;
  private int fed;

  private SemanticCalls(long seed, Provider jdk, Provider ours) throws Exception {
    random = new Random(seed);
    aead = random.nextInt(3) > 0;
    providers = new Provider[] {jdk, ours};
    for (int i = 0; i < 2; i++) {
      ciphers[i] = Cipher.getInstance(aead ? SemanticLines.AEAD : SemanticLines.STREAM, providers[i]);
    }
  }

  /** What was called up to the first difference, and that, or null. */
  static String difference(long seed, Provider jdk, Provider ours) throws Exception {
    SemanticCalls calls = new SemanticCalls(seed, jdk, ours);
    for (int i = 3 + calls.random.nextInt(25); i > 0 && !calls.differ; i--) {
      calls.call();
    }
    return calls.differ ? "seed " + seed + "\n" + calls.log : null;
  }

  private void call() throws Exception {
    int which = random.nextInt(10);
    if (mustInit || which == 0) {
      init();
    } else if (which < 3) {
      // The JDK takes aad after ciphertext in a buffer.
      if (!noAad && !(aead && !encrypting && buffers)) {
        aad();
      }
    } else {
      data(which >= 7);
    }
  }

  private interface Call {
    Object on(Cipher cipher, Provider provider) throws Exception;
  }

  private void both(String what, boolean sizes, Call call) {
    String[] said = new String[2];
    for (int i = 0; i < 2; i++) {
      Cipher cipher = ciphers[i];
      Provider provider = providers[i];
      said[i] = SemanticLines.outcome(() -> call.on(cipher, provider));
      failed = said[i].startsWith("java");
      exhausted = said[i].startsWith(ProviderException.class.getName());
      said[i] += " iv " + SemanticLines.outcome(cipher::getIV);
      if (sizes) {
        said[i] += " size " + SemanticLines.outcome(() -> cipher.getOutputSize(20));
      }
    }
    differ = !said[0].equals(said[1]);
    log.append(what).append(differ ? "\n  JDK:  " + said[0] + "\n  ours: " + said[1] : ": " + said[0]).append('\n');
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] data() {
    int[] around = {0, 2, 16, 64, 256, 512, 3000};
    return bytes(Math.max(0, around[random.nextInt(around.length)] + random.nextInt(5) - 2));
  }

  private static SecureRandom drawing(byte[] nonce) {
    return new SecureRandom() {
      private static final long serialVersionUID = 1;

      @Override
      public void nextBytes(byte[] bytes) {
        System.arraycopy(nonce, 0, bytes, 0, bytes.length);
      }
    };
  }

  private void init() {
    int mode = random.nextInt(30) == 0 ? Cipher.WRAP_MODE + random.nextInt(2) : Cipher.ENCRYPT_MODE + random.nextInt(2);
    byte[] some = KEYS[random.nextInt(2)];
    Key[] wrong = {new OddKey("RAW", new byte[31]), new OddKey("X.509", some), new OddKey("RAW", null), new OddKey(null, some),
        null};
    int fault = random.nextInt(40);
    Key with = fault < wrong.length ? wrong[fault] : new OddKey("RAW", some);
    byte[] drawn = random.nextInt(4) == 0 ? bytes(12) : NONCES[random.nextInt(2)];
    int counter = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(6) - 3;
    AlgorithmParameterSpec chacha = new ChaCha20ParameterSpec(drawn, counter);
    AlgorithmParameterSpec iv = new IvParameterSpec(drawn);
    AlgorithmParameterSpec odd = new IvParameterSpec(bytes(random.nextInt(25)));
    int form = random.nextInt(12);
    both("init " + mode + " key " + (fault < wrong.length ? "wrong " + fault : some == KEYS[0]) + " form " + form + " counter "
        + counter, true, (cipher, provider) -> {
          switch (form) {
            case 0, 1 -> {
              AlgorithmParameters parameters =
                  AlgorithmParameters.getInstance(SemanticLines.AEAD, form == 0 ? provider : providers[0]);
              parameters.init(iv);
              cipher.init(mode, with, parameters);
            }
            case 2 -> cipher.init(mode, with, AlgorithmParameters.getInstance(SemanticLines.AEAD, provider));
            case 3 -> cipher.init(mode, with, drawing(drawn));
            case 4 -> cipher.init(mode, with, (AlgorithmParameters) null, drawing(drawn));
            case 5 -> cipher.init(mode, with, (AlgorithmParameterSpec) null, drawing(drawn));
            case 6 -> cipher.init(mode, with, aead ? chacha : iv);
            case 7 -> cipher.init(mode, with, odd);
            default -> cipher.init(mode, with, aead ? iv : chacha);
          }
          return "done";
        });
    mustInit = failed && random.nextInt(4) > 0;
    encrypting = mode == Cipher.ENCRYPT_MODE;
    if (!failed) {
      key = some;
      nonce = ciphers[0].getIV();
      begin();
    }
  }

  private void begin() {
    aad.reset();
    sealed = null;
    fed = 0;
    buffers = false;
    noAad = false;
  }

  private void aad() {
    byte[] more = bytes(random.nextInt(6) == 0 ? random.nextInt(2000) : random.nextInt(40));
    int form = random.nextInt(4);
    both("aad " + more.length + " form " + form, true, (cipher, provider) -> {
      // No slice of an array, which the JDK refuses.
      ByteBuffer buffer = form == 0 ? ByteBuffer.wrap(more)
          : form == 1 ? ByteBuffer.wrap(more).asReadOnlyBuffer() : buffer(true, true, more, 0, 3);
      if (form == 3) {
        cipher.updateAAD(more);
      } else {
        cipher.updateAAD(buffer);
      }
      return buffer.position();
    });
    if (!failed) {
      aad.writeBytes(more);
    }
  }

  /** With room for these bytes, or for so many if they are fewer, behind the first {@code from}. */
  private static ByteBuffer buffer(boolean direct, boolean slice, byte[] bytes, int room, int from) {
    int length = Math.max(bytes.length, room);
    ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(from + length + 9) : ByteBuffer.allocate(from + length + 9);
    return (slice ? buffer.position(2).slice() : buffer).position(from).put(bytes).position(from).limit(from + length);
  }

  /** What the next call is to process: in a decryption a piece of a message, which may have been changed or cut. */
  private byte[] next(boolean last) {
    if (!aead || encrypting || key == null) {
      return data();
    }
    if (sealed == null) {
      sealed = Oracle.seal(data(), aad.toByteArray(), nonce, key);
      int fault = random.nextInt(8);
      if (fault == 0) {
        sealed[random.nextInt(sealed.length)] ^= 4;
      } else if (fault == 1) {
        sealed = Arrays.copyOf(sealed, random.nextInt(sealed.length));
      }
    }
    int left = sealed.length - fed;
    return Arrays.copyOfRange(sealed, fed, fed + (last ? left : random.nextInt(left + 1)));
  }

  private void data(boolean last) {
    byte[] input = next(last);
    boolean decrypting = aead && !encrypting;
    int size = !aead ? input.length
        : encrypting ? input.length + (last ? 16 : 0) : last ? Math.max(0, fed + input.length - 16) : 0;
    int room = Math.max(0, size + (random.nextInt(12) == 0 ? -1 - random.nextInt(2) : random.nextInt(2)));
    int form = random.nextInt(60) == 0 ? 5 : random.nextInt(5);
    int shape = random.nextInt(64);
    String what = (last ? "doFinal " : "update ") + input.length + " form " + form + " shape " + shape + " room " + room + "/" + size;
    buffers |= form == 4;
    // After some failures the JDK has forgotten what it held, and after others it has not when it should.
    both(what, !(last && (buffers || form == 5 || room < size)), (cipher, provider) -> {
      switch (form) {
        case 0:
          return last ? cipher.doFinal(input) : cipher.update(input);
        case 1:
          return array(cipher, last, input, new byte[room + (shape & 7)], shape & 7);
        case 2:
          return inPlace(cipher, last, input, size, (shape & 1) == 0 ? 0 : shape >> 1);
        case 3:
          byte[] framed = Arrays.copyOf(new byte[5], input.length + 10);
          System.arraycopy(input, 0, framed, 5, input.length);
          return last ? cipher.doFinal(framed, 5, input.length) : cipher.update(framed, 5, input.length);
        case 4:
          return buffers(cipher, last, input, room, shape);
        default:
          byte[] output = shape < 20 ? null : new byte[shape & 3];
          return last ? cipher.doFinal(input, 0, input.length, output, shape & 7)
              : cipher.update(input, 0, input.length, output, shape & 7);
      }
    });
    after(last, decrypting, form, input.length, room < size);
  }

  private static Object array(Cipher cipher, boolean last, byte[] input, byte[] output, int offset) throws Exception {
    Arrays.fill(output, FILL);
    try {
      int written = last ? cipher.doFinal(input, 0, input.length, output, offset)
          : cipher.update(input, 0, input.length, output, offset);
      return written + " " + HEX.formatHex(output);
    } catch (ShortBufferException | AEADBadTagException e) {
      return e.getClass() + HEX.formatHex(output);
    }
  }

  private static Object inPlace(Cipher cipher, boolean last, byte[] input, int size, int before) throws Exception {
    byte[] array = new byte[before + Math.max(input.length, size)];
    System.arraycopy(input, 0, array, before, input.length);
    int written = last ? cipher.doFinal(array, before, input.length, array, 0)
        : cipher.update(array, before, input.length, array, 0);
    return Arrays.copyOf(array, written);
  }

  private static Object buffers(Cipher cipher, boolean last, byte[] input, int room, int shape) throws Exception {
    int from = shape >> 4;
    ByteBuffer in = buffer((shape & 1) != 0, (shape & 2) != 0, input, 0, from);
    ByteBuffer out = buffer((shape & 4) != 0, (shape & 8) != 0, new byte[0], room, from);
    String said;
    try {
      said = String.valueOf(last ? cipher.doFinal(in, out) : cipher.update(in, out));
    } catch (ShortBufferException | AEADBadTagException | IllegalStateException e) {
      said = e.getClass().getName();
      if (!(e instanceof ShortBufferException) && in.isDirect()) {
        // Which the JDK has taken out of the buffer before it found the fault.
        in.position(from);
      }
    }
    byte[] all = new byte[out.capacity()];
    out.duplicate().clear().get(all);
    return said + " " + in + " " + out + " " + HEX.formatHex(all);
  }

  /** Whether the JDK is as it should be, and what of the message has been processed. */
  private void after(boolean last, boolean decrypting, int form, int length, boolean tooShort) {
    mustInit |= exhausted;
    if (last) {
      boolean lost = form == 1 && tooShort || form == 5 || decrypting && fed + length < 16;
      mustInit |= lost || form == 4 && !tooShort && (encrypting || !aead) || decrypting && buffers;
      if (!(form == 4 && tooShort)) {
        begin();
      }
    } else {
      noAad |= form == 1 && tooShort || form == 5;
      fed += decrypting && !failed ? length : 0;
    }
  }
}
