package dev.readahead.trino;

import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexStore;

import java.util.Map;

/** Where the pages of a row group lie, of all columns read, and nothing of what is in them. Immutable. */
record KnownPages(Map<ColumnPath, OffsetIndex> pages) implements ColumnIndexStore {
    KnownPages {
        pages = Map.copyOf(pages);
    }

    @Override
    public ColumnIndex getColumnIndex(ColumnPath column) {
        return null;
    }

    @Override
    public OffsetIndex getOffsetIndex(ColumnPath column) {
        return pages.get(column);
    }
}
