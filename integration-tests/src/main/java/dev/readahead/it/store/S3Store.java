package dev.readahead.it.store;

import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * An S3 service on a free loopback port that refuses requests whose version 4 signature is wrong. Objects live in
 * memory or below a folder. Thread-safe. Closing stops the service; a folder stays as it is.
 */
public final class S3Store implements AutoCloseable {
    public static final String ACCESS_KEY = "readahead-access";
    public static final String SECRET_KEY = "readahead-secret";
    public static final String REGION = "us-east-1";

    /** Nobody needs the answers that are still under way when a store is closed. */
    private static final long STOP_MILLIS = 0;

    private final S3Proxy proxy;
    private final URI endpoint;
    private final S3Client client;

    private S3Store(String provider, Properties properties) throws IOException {
        BlobStore blobs = BlobStores.create(provider, properties);
        proxy = S3Proxy.builder()
                .blobStore(blobs)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V4, ACCESS_KEY, SECRET_KEY)
                .ignoreUnknownHeaders(true)
                .stopTimeout(STOP_MILLIS)
                .build();
        try {
            proxy.start();
        } catch (Exception cause) {
            throw new IOException("S3Proxy did not start on a free port of 127.0.0.1", cause);
        }
        endpoint = URI.create("http://127.0.0.1:" + proxy.getPort());
        client = newClient(SECRET_KEY);
    }

    /** Starts a store that forgets its objects when it is closed. */
    public static S3Store inMemory() throws IOException {
        return new S3Store("transient-nio2", new Properties());
    }

    /**
     * Starts a store that keeps each object as a file: {@code folder/bucket/key}.
     *
     * @param folder created if missing
     */
    public static S3Store inFolder(Path folder) throws IOException {
        Files.createDirectories(folder);
        Properties properties = new Properties();
        properties.setProperty("jclouds.filesystem.basedir", folder.toRealPath().toString());
        return new S3Store("filesystem-nio2", properties);
    }

    /** Address for path-style requests, without bucket. */
    public URI endpoint() {
        return endpoint;
    }

    /** The AWS SDK's own client, signing with the right key. Belongs to this store: not to be closed by the caller. */
    public S3Client client() {
        return client;
    }

    /**
     * A client of its own, for instance one with a wrong key.
     *
     * @return to be closed by the caller
     */
    public S3Client newClient(String secretKey) {
        return S3Client.builder()
                .endpointOverride(endpoint)
                .region(Region.of(REGION))
                .forcePathStyle(true)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, secretKey)))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    public void createBucket(String bucket) {
        client.createBucket(request -> request.bucket(bucket));
    }

    /** Puts an object, replacing an older one of that key. */
    public void put(String bucket, String key, byte[] content) {
        client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromBytes(content));
    }

    /** Puts a file as an object, replacing an older one of that key. */
    public void put(String bucket, String key, Path content) {
        client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromFile(content));
    }

    /**
     * Puts every file below a folder; the keys are the paths relative to it, with {@code /} between the parts.
     *
     * @param prefix what stands before each key, empty or ending in {@code /}
     */
    public void putAll(String bucket, String prefix, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile).sorted().forEach(file -> put(bucket, prefix + key(folder, file), file));
        }
    }

    public void delete(String bucket, String key) {
        client.deleteObject(request -> request.bucket(bucket).key(key));
    }

    @Override
    public void close() throws IOException {
        client.close();
        try {
            proxy.stop();
        } catch (Exception cause) {
            throw new IOException("S3Proxy at " + endpoint + " did not stop", cause);
        }
    }

    private static String key(Path folder, Path file) {
        return folder.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
    }
}
