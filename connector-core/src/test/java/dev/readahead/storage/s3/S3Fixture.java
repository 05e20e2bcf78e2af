package dev.readahead.storage.s3;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StoredObject;
import dev.readahead.storage.s3.ScriptedS3.Answer;
import dev.readahead.storage.s3.ScriptedS3.Request;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A store in front of a scripted server, and an object of a hundred bytes in it. */
final class S3Fixture implements AutoCloseable {
    /** In every secret that tests configure, so that it can be looked for. */
    static final String SECRET_MARKER = "MARKER-never-to-be-shown";

    static final byte[] CONTENT = content();
    static final ObjectLocation LOCATION = new ObjectLocation("s3", "bucket", "folder/object");
    static final StoredObject OBJECT = new StoredObject(LOCATION, CONTENT.length, Optional.of("tag"), Optional.empty());

    final ScriptedS3 server;
    final S3ObjectStore store;

    S3Fixture(Function<Request, Answer> script) throws IOException {
        this(script, options -> options);
    }

    S3Fixture(Function<Request, Answer> script, UnaryOperator<S3Options.Builder> more) throws IOException {
        server = new ScriptedS3(script);
        store = new S3ObjectStore(more.apply(options(server)).build());
    }

    private static S3Options.Builder options(ScriptedS3 server) {
        return S3Options.builder()
                .endpoint(server.endpoint().toString())
                .region("eu-central-1")
                .pathStyle(true)
                .credentials(new S3Credentials.Keys("AKIDEXAMPLE", SECRET_MARKER, Optional.empty()))
                .connectTimeout(Duration.ofSeconds(5))
                .socketTimeout(Duration.ofSeconds(20));
    }

    private static byte[] content() {
        byte[] content = new byte[100];
        for (int index = 0; index < content.length; index++) {
            content[index] = (byte) (index * 7);
        }
        return content;
    }

    /** The answer that S3 gives to a GET of {@link #CONTENT} with any range. */
    static Answer object(Request request) {
        String range = request.header("range").substring("bytes=".length());
        String[] ends = range.split("-", -1);
        if (ends[0].isEmpty()) {
            int length = Math.min(Integer.parseInt(ends[1]), CONTENT.length);
            return Answer.part(CONTENT, CONTENT.length - length, length);
        }
        int first = Integer.parseInt(ends[0]);
        return Answer.part(CONTENT, first, Integer.parseInt(ends[1]) - first + 1);
    }

    byte[] read(long offset, long length) throws IOException {
        try (ObjectStream stream = store.open(OBJECT, new ByteRange(offset, length))) {
            return readAll(stream);
        }
    }

    static byte[] readAll(ObjectStream stream) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[33];
        for (int read = stream.read(buffer, 0, buffer.length); read >= 0; ) {
            all.write(buffer, 0, read);
            read = stream.read(buffer, 0, buffer.length);
        }
        return all.toByteArray();
    }

    @Override
    public void close() throws IOException {
        store.close();
        server.close();
    }
}
