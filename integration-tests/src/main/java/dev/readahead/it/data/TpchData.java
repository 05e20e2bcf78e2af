package dev.readahead.it.data;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The lineitem table of TPC-H as Parquet files, compressed with zstd, written on first use and kept. The same scale and
 * layout give the same rows in the same order. Thread-safe.
 */
public final class TpchData {
    /** The bucket of a store that serves the root. */
    public static final String BUCKET = "tpch";
    /** Rows of lineitem at scale 1, for the progress only. */
    private static final double ROWS_AT_SCALE_ONE = 6_001_215;

    private static final int PROGRESS_STEPS = 10;
    /** Larger than any row group here, so that only the number of rows ends one. */
    private static final long MAX_ROW_GROUP_BYTES = 4L << 30;

    private final Path root;
    private final double scale;
    private final Consumer<String> progress;

    /**
     * Names a place; nothing is written yet.
     *
     * @param root folder whose sub-folder {@link #BUCKET} will hold the tables, so that it can be served as buckets
     * @param scale TPC-H scale factor: 1 is 6 million rows
     * @param progress is told in a line of text how far the writing has come
     */
    public TpchData(Path root, double scale, Consumer<String> progress) {
        this.root = root;
        this.scale = scale;
        this.progress = progress;
    }

    /** Key prefix of the table in {@link #BUCKET}, ending in a slash. */
    public String prefix(LineItemLayout layout) {
        return "scale-" + scale + "/lineitem-" + layout.folder() + "/";
    }

    /** The folder of the table, written if it is not there. */
    public Path lineItem(LineItemLayout layout) throws IOException {
        return FolderCache.folder(root.resolve(BUCKET).resolve(prefix(layout)), folder -> write(layout, folder));
    }

    private void write(LineItemLayout layout, Path folder) throws IOException {
        long rows = 0;
        long reported = 0;
        for (int part = 1; part <= layout.files(); part++) {
            Path file = folder.resolve(String.format("part-%03d.parquet", part));
            try (ParquetWriter<LineItem> writer = new Builder(new LocalOutputFile(file), layout).build()) {
                for (LineItem row : new LineItemGenerator(scale, part, layout.files())) {
                    writer.write(row);
                    rows++;
                    if (rows >= (reported + 1) * scale * ROWS_AT_SCALE_ONE / PROGRESS_STEPS) {
                        reported++;
                        progress.accept(String.format(
                                "Writing lineitem at scale %s as %s: %d %%",
                                scale, layout.folder(), 100 * reported / PROGRESS_STEPS));
                    }
                }
            }
        }
    }

    private static final class Builder extends ParquetWriter.Builder<LineItem, Builder> {
        Builder(OutputFile file, LineItemLayout layout) {
            super(file);
            withCompressionCodec(CompressionCodecName.ZSTD);
            withRowGroupSize(MAX_ROW_GROUP_BYTES);
            withRowGroupRowCountLimit(layout.rowsPerRowGroup());
        }

        @Override
        protected Builder self() {
            return this;
        }

        @SuppressWarnings("deprecation") // Abstract, so there is no other to override.
        @Override
        protected WriteSupport<LineItem> getWriteSupport(Configuration configuration) {
            return new LineItemWriteSupport();
        }
    }
}
