package dev.readahead.it.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A client's connection: requests come in, at most one response is on its way out. Not thread-safe. */
final class Connection {
    /** A signed request with a session token has about 2 KiB. */
    static final int MAX_HEAD_BYTES = 32 << 10;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final RateBudget rate;
    private final ByteBuffer input = ByteBuffer.allocate(MAX_HEAD_BYTES);

    /** Null between responses. */
    private Exchange exchange;
    /** When the link goes on with the response, in nanoseconds of the loop's clock. */
    private long dueAt;

    Connection(SocketChannel channel, SelectionKey key, RateBudget rate) {
        this.channel = channel;
        this.key = key;
        this.rate = rate;
    }

    RateBudget rate() {
        return rate;
    }

    long dueAt() {
        return dueAt;
    }

    void waitUntil(long time) {
        dueAt = time;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    boolean isBusy() {
        return exchange != null;
    }

    Exchange exchange() {
        return exchange;
    }

    void begin(Exchange next) {
        exchange = next;
    }

    /** Takes what has come in. Returns false when the client has gone. */
    boolean read() throws IOException {
        if (!input.hasRemaining()) {
            // A client that sends more while its response is on the way waits until that is read.
            key.interestOpsAnd(~SelectionKey.OP_READ);
            return true;
        }
        return channel.read(input) >= 0;
    }

    /**
     * The next request that is there as a whole.
     *
     * @throws IllegalArgumentException if what came is no request, or one with too long a head
     */
    Optional<Request> nextRequest() {
        String text = new String(input.array(), 0, input.position(), StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            if (!input.hasRemaining()) {
                throw new IllegalArgumentException("A request head is longer than " + MAX_HEAD_BYTES + " bytes");
            }
            return Optional.empty();
        }
        input.flip().position(end + 4);
        input.compact();
        key.interestOpsOr(SelectionKey.OP_READ);
        return Optional.of(Request.parse(text.substring(0, end)));
    }

    /** Sends up to so many bytes of content. Returns those that the socket took. */
    long send(long count) throws IOException {
        return exchange.send(channel, count);
    }

    /** Asks to be told when the socket takes bytes again. */
    void awaitWritable() {
        key.interestOpsOr(SelectionKey.OP_WRITE);
        rate.rest();
    }

    void becameWritable() {
        key.interestOpsAnd(~SelectionKey.OP_WRITE);
    }

    /** Ends the response. Returns whether the connection lives on. */
    boolean finish() throws IOException {
        Exchange done = exchange;
        exchange = null;
        rate.rest();
        return done.finish(channel);
    }

    void close() throws IOException {
        try (channel) {
            if (exchange != null) {
                exchange.close();
                exchange = null;
            }
        }
    }
}
