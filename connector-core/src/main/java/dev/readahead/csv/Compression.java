package dev.readahead.csv;

import io.airlift.compress.zstd.ZstdInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.apache.commons.compress.compressors.snappy.FramedSnappyCompressorInputStream;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** How a file is compressed, told by the suffix of its name where nothing else is said. */
public enum Compression {
    NONE(""),
    GZIP(".gz"),
    ZSTD(".zst"),
    BZIP2(".bz2"),
    /** The frame format, not the one of Hadoop. */
    LZ4(".lz4"),
    /** The frame format. */
    SNAPPY(".sz");

    private final String suffix;

    Compression(String suffix) {
        this.suffix = suffix;
    }

    /** What the compressed bytes hold. Several streams one after the other are one, where the format allows that. */
    InputStream decompress(InputStream compressed) throws IOException {
        return switch (this) {
            case NONE -> compressed;
            case GZIP ->
                GzipCompressorInputStream.builder()
                        .setInputStream(compressed)
                        .setDecompressConcatenated(true)
                        .get();
            case ZSTD -> new ZstdInputStream(compressed);
            case BZIP2 -> new BZip2CompressorInputStream(compressed, true);
            case LZ4 -> new FramedLZ4CompressorInputStream(compressed, true);
            case SNAPPY -> new FramedSnappyCompressorInputStream(compressed);
        };
    }

    static Compression ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Compression compression : values()) {
            if (compression != NONE && lower.endsWith(compression.suffix)) {
                return compression;
            }
        }
        return NONE;
    }
}
