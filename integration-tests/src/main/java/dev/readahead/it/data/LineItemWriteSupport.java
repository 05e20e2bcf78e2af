package dev.readahead.it.data;

import io.trino.tpch.LineItem;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

import java.util.Map;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

/** Writes rows of lineitem with the types that Spark would choose, amounts as exact decimals. */
final class LineItemWriteSupport extends WriteSupport<LineItem> {
    private static final int PRECISION = 12;
    private static final int SCALE = 2;
    /** Whole numbers as decimals of two digits. */
    private static final long UNIT = 100;

    static final MessageType SCHEMA = schema();

    private RecordConsumer consumer;

    @SuppressWarnings("deprecation") // Abstract, so there is no other to override.
    @Override
    public WriteContext init(Configuration configuration) {
        return new WriteContext(SCHEMA, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        consumer = recordConsumer;
    }

    @Override
    public void write(LineItem row) {
        consumer.startMessage();
        write(0, row.getOrderKey());
        write(1, row.getPartKey());
        write(2, row.getSupplierKey());
        write(3, row.getLineNumber());
        write(4, row.getQuantity() * UNIT);
        write(5, row.getExtendedPriceInCents());
        write(6, row.getDiscountPercent());
        write(7, row.getTaxPercent());
        write(8, row.getReturnFlag());
        write(9, row.getStatus());
        write(10, row.getShipDate());
        write(11, row.getCommitDate());
        write(12, row.getReceiptDate());
        write(13, row.getShipInstructions());
        write(14, row.getShipMode());
        write(15, row.getComment());
        consumer.endMessage();
    }

    private void write(int column, long value) {
        begin(column);
        consumer.addLong(value);
        end(column);
    }

    private void write(int column, int value) {
        begin(column);
        consumer.addInteger(value);
        end(column);
    }

    private void write(int column, String value) {
        begin(column);
        consumer.addBinary(Binary.fromString(value));
        end(column);
    }

    private void begin(int column) {
        consumer.startField(SCHEMA.getFieldName(column), column);
    }

    private void end(int column) {
        consumer.endField(SCHEMA.getFieldName(column), column);
    }

    private static MessageType schema() {
        Types.MessageTypeBuilder schema = Types.buildMessage();
        for (String name : new String[] {"l_orderkey", "l_partkey", "l_suppkey"}) {
            schema.required(INT64).named(name);
        }
        schema.required(INT32).named("l_linenumber");
        add(schema, INT64, decimalType(SCALE, PRECISION), "l_quantity", "l_extendedprice", "l_discount", "l_tax");
        add(schema, BINARY, stringType(), "l_returnflag", "l_linestatus");
        add(schema, INT32, dateType(), "l_shipdate", "l_commitdate", "l_receiptdate");
        add(schema, BINARY, stringType(), "l_shipinstruct", "l_shipmode", "l_comment");
        return schema.named("lineitem");
    }

    private static void add(
            Types.MessageTypeBuilder schema, PrimitiveTypeName type, LogicalTypeAnnotation meaning, String... names) {
        for (String name : names) {
            schema.required(type).as(meaning).named(name);
        }
    }
}
