package dev.readahead.it.link;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

class S3AOverLinkTest {
    private static final int LENGTH = 8 << 20;

    @TempDir
    private Path root;

    @ParameterizedTest
    @ValueSource(strings = {"classic", "analytics"})
    void listsAndReadsInEveryWay(String streamType) throws Exception {
        byte[] content = new byte[LENGTH];
        new Random(1).nextBytes(content);
        Path folder = Files.createDirectories(root.resolve("bucket/table/day=1 %2F"));
        Files.write(folder.resolve("part 1.parquet"), content);
        Files.write(folder.resolve("part+2.parquet"), content);
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited());
                FileSystem files =
                        FileSystem.newInstance(URI.create("s3a://bucket/"), configuration(link, streamType))) {
            List<org.apache.hadoop.fs.Path> found = new ArrayList<>();
            for (FileStatus day : files.listStatus(new org.apache.hadoop.fs.Path("s3a://bucket/table"))) {
                for (FileStatus file : files.listStatus(day.getPath())) {
                    assertThat(file.getLen()).isEqualTo(LENGTH);
                    found.add(file.getPath());
                }
            }
            assertThat(found).hasSize(2);

            for (org.apache.hadoop.fs.Path file : found) {
                try (FSDataInputStream stream = files.open(file)) {
                    byte[] whole = new byte[LENGTH];
                    stream.readFully(whole);
                    assertThat(whole).isEqualTo(content);

                    byte[] part = new byte[1_000];
                    stream.readFully(5_000_000, part);
                    assertThat(part).isEqualTo(Arrays.copyOfRange(content, 5_000_000, 5_001_000));

                    List<FileRange> ranges =
                            List.of(FileRange.createFileRange(100, 1_000), FileRange.createFileRange(6_000_000, 2_000));
                    stream.readVectored(ranges, ByteBuffer::allocate);
                    for (FileRange range : ranges) {
                        byte[] bytes = new byte[range.getLength()];
                        range.getData().get().get(bytes);
                        int start = (int) range.getOffset();
                        assertThat(bytes).isEqualTo(Arrays.copyOfRange(content, start, start + bytes.length));
                    }
                }
            }
        }
    }

    private static Configuration configuration(LinkServer link, String streamType) {
        Configuration configuration = new Configuration();
        configuration.set("fs.s3a.endpoint", link.endpoint().toString());
        configuration.set("fs.s3a.endpoint.region", "us-east-1");
        configuration.set("fs.s3a.path.style.access", "true");
        configuration.set("fs.s3a.access.key", "any");
        configuration.set("fs.s3a.secret.key", "not checked");
        configuration.set("fs.s3a.input.stream.type", streamType);
        return configuration;
    }
}
