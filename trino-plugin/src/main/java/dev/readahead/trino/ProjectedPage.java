package dev.readahead.trino;

import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.connector.SourcePage;

import java.util.function.ObjLongConsumer;

/**
 * Rows of a file as rows of a query: with the columns that are the same in all rows, and with failures that name the
 * file and the column. A column is decoded when it is asked for.
 */
final class ProjectedPage implements SourcePage {
    private final SourcePage read;
    private final FileColumns columns;

    ProjectedPage(SourcePage read, FileColumns columns) {
        this.read = read;
        this.columns = columns;
    }

    @Override
    public int getPositionCount() {
        return read.getPositionCount();
    }

    @Override
    public long getSizeInBytes() {
        return read.getSizeInBytes();
    }

    @Override
    public long getRetainedSizeInBytes() {
        return read.getRetainedSizeInBytes();
    }

    @Override
    public void retainedBytesForEachPart(ObjLongConsumer<Object> consumer) {
        read.retainedBytesForEachPart(consumer);
    }

    @Override
    public int getChannelCount() {
        return columns.channels().size();
    }

    @Override
    public Block getBlock(int channel) {
        FileColumns.Channel from = columns.channels().get(channel);
        if (from.index() < 0) {
            return RunLengthEncodedBlock.create(from.constant(), read.getPositionCount());
        }
        try {
            return read.getBlock(from.index());
        } catch (RuntimeException e) {
            throw columns.failure(from, e);
        }
    }

    @Override
    public Page getPage() {
        Block[] blocks = new Block[getChannelCount()];
        for (int channel = 0; channel < blocks.length; channel++) {
            blocks[channel] = getBlock(channel);
        }
        return new Page(getPositionCount(), blocks);
    }

    @Override
    public void selectPositions(int[] positions, int offset, int size) {
        read.selectPositions(positions, offset, size);
    }
}
