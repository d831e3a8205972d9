package org.polycha;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Security;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** TLS 1.3 between two peers of this JVM, with our provider first. */
class TlsTest {
  private static final String SUITE = "TLS_CHACHA20_POLY1305_SHA256";
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir Path directory;

  private final AtomicInteger seals = new AtomicInteger();
  private final AtomicInteger opens = new AtomicInteger();

  /** Keys that were sealed with, by their hash codes. */
  private final Set<Integer> keys = ConcurrentHashMap.newKeySet();

  /** The library, with its seals and opens counted. */
  private Library counted(Library library) {
    return (Library) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Library.class}, (proxy, method, args) -> {
      if (method.getName().equals("seal")) {
        seals.incrementAndGet();
        keys.add(Arrays.hashCode(Arrays.copyOf((byte[]) args[9], 32)));
      } else if (method.getName().equals("open")) {
        opens.incrementAndGet();
      }
      try {
        return method.invoke(library, args);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    });
  }

  private SSLContext context() throws Exception {
    Path file = directory.resolve("keys.p12");
    if (!Files.exists(file)) {
      Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
          "-keyalg", "EC", "-dname", "CN=localhost", "-alias", "peer", "-storetype", "PKCS12", "-keystore", file.toString(),
          "-storepass", new String(PASSWORD)).redirectErrorStream(true).start();
      String output = new String(keytool.getInputStream().readAllBytes());
      assertEquals(0, keytool.waitFor(), output);
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  @ParameterizedTest
  @MethodSource("org.polycha.Target#builds")
  void connection(Target target) throws Exception {
    PolychaProvider provider = new PolychaProvider(target.build(), counted(target.use().library()));
    assertEquals(1, Security.insertProviderAt(provider, 1));
    ExecutorService peers = Executors.newFixedThreadPool(2);
    try {
      SSLContext context = context();
      byte[] data = Oracle.random(1, 300_000);
      try (SSLServerSocket listener = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1,
          InetAddress.getLoopbackAddress())) {
        listener.setEnabledCipherSuites(new String[] {SUITE});
        Future<?> server = peers.submit((Callable<Void>) () -> {
          try (SSLSocket socket = (SSLSocket) listener.accept()) {
            socket.getOutputStream().write(new DataInputStream(socket.getInputStream()).readNBytes(data.length));
          }
          return null;
        });
        Future<byte[]> client = peers.submit(() -> {
          try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(),
              listener.getLocalPort())) {
            socket.setEnabledCipherSuites(new String[] {SUITE});
            socket.startHandshake();
            assertEquals(SUITE, socket.getSession().getCipherSuite());
            assertEquals("TLSv1.3", socket.getSession().getProtocol());
            // Two handshakes later (KeyUpdate, RFC 8446 section 4.6.3) both write with other keys.
            socket.getOutputStream().write(data, 0, 100_000);
            socket.startHandshake();
            socket.getOutputStream().write(data, 100_000, 100_000);
            socket.startHandshake();
            socket.getOutputStream().write(data, 200_000, 100_000);
            return new DataInputStream(socket.getInputStream()).readNBytes(data.length);
          }
        });
        assertArrayEquals(data, client.get(60, TimeUnit.SECONDS));
        server.get(60, TimeUnit.SECONDS);
      }
      // 300,000 bytes there and back are at least 2 x 19 records of 16 KiB, each sealed and opened here.
      assertTrue(seals.get() >= 38 && opens.get() >= 38, seals + " seals and " + opens + " opens by this provider");
      // The two of the handshake, the first two of the data, and at least two new ones of the client.
      assertTrue(keys.size() >= 6, keys.size() + " keys");
    } finally {
      peers.shutdownNow();
      Security.removeProvider(PolychaProvider.NAME);
    }
  }
}
