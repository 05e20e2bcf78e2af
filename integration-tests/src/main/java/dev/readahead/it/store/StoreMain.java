package dev.readahead.it.store;

import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.TpchData;

import java.io.IOException;
import java.nio.file.Path;

/**
 * An S3 service as a process of its own, with a table in it. Arguments: a folder whose sub-folders are the buckets, a
 * scale of TPC-H, and names of {@link LineItemLayout}. Writes what of the table is missing, prints the address of the
 * service and then a place of the table in each line, and ends when its standard input does, so that it never outlives
 * who started it.
 */
public final class StoreMain {
    private StoreMain() {}

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        TpchData data = new TpchData(root, Double.parseDouble(arguments[1]), System.err::println);
        StringBuilder places = new StringBuilder();
        for (int i = 2; i < arguments.length; i++) {
            LineItemLayout layout = LineItemLayout.valueOf(arguments[i]);
            data.lineItem(layout);
            places.append("s3://" + TpchData.BUCKET + "/" + data.prefix(layout) + "\n");
        }
        try (S3Store store = S3Store.inFolder(root)) {
            System.out.println(store.endpoint());
            System.out.print(places);
            System.out.flush();
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}
