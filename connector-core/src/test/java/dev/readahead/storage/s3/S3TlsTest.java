package dev.readahead.storage.s3;

import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.s3.ScriptedS3.Ending;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

import static dev.readahead.storage.s3.S3Fixture.LOCATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What TLS changes: who is trusted, and that a blocked read still ends. */
class S3TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path folder;

    private KeyStore keys;

    /** The JDK makes certificates only by its tool. */
    @BeforeEach
    void makeACertificateForTheLoopbackAddress() throws Exception {
        Path file = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "server",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor()).isZero();
        keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
    }

    private ServerSocket listener() throws Exception {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static S3Options options(ScriptedS3 server) {
        return S3Options.builder()
                .endpoint(server.endpoint().toString().replace("http:", "https:"))
                .pathStyle(true)
                .credentials(new S3Credentials.Anonymous())
                .build();
    }

    private S3ObjectStore trustingStore(ScriptedS3 server) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        trust.init(trusted);
        TrustManager[] managers = trust.getTrustManagers();
        S3Options options = options(server);
        return new S3ObjectStore(
                options,
                S3HttpClients.builder(options)
                        .tlsTrustManagersProvider(() -> managers)
                        .build());
    }

    @Test
    void abortEndsABlockedReadOverTls() throws Exception {
        try (ScriptedS3 server =
                        new ScriptedS3(request -> S3Fixture.object(request).cutAt(8, Ending.STALL), listener());
                S3ObjectStore store = trustingStore(server)) {
            S3ConnectionTest.assertAbortEndsABlockedRead(server, store);
        }
    }

    @Test
    void aCertificateThatIsNotTrustedIsRefused() throws Exception {
        try (ScriptedS3 server = new ScriptedS3(S3Fixture::object, listener());
                S3ObjectStore store = new S3ObjectStore(options(server))) {
            StorageException failure = catchThrowableOfType(StorageException.class, () -> store.head(LOCATION));

            assertThat(failure.reason()).isEqualTo(Reason.REFUSED);
            assertThat(failure).hasMessageContaining("certificate");
            assertThat(server.requests()).isEmpty();
        }
    }
}
