package dev.readahead.it.link;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** One response on its way, with the fault that it will meet. Not thread-safe. */
final class Exchange implements AutoCloseable {
    private final Response response;
    private final Fate.Fault fault;
    private final ByteBuffer head;
    private final boolean closesConnection;
    /** No delay, no rate, no count: a question about the link itself. */
    private final boolean administrative;

    private long position;
    private long stopAt;

    private Exchange(
            Response response, Fate.Fault fault, double faultPosition, boolean closes, boolean administrative) {
        this.response = response;
        this.fault = fault;
        this.closesConnection = closes;
        this.administrative = administrative;
        head = response.head(closes);
        boolean cut = fault == Fate.Fault.RESET || fault == Fate.Fault.TRUNCATED || fault == Fate.Fault.STALLED;
        long length = response.body().length();
        stopAt = cut ? (long) (length * faultPosition) : length;
        if (length == 0 && (fault == Fate.Fault.RESET || fault == Fate.Fault.TRUNCATED)) {
            // Nothing to cut in a body: the connection breaks before the head.
            head.position(head.limit());
        }
    }

    static Exchange of(Response response, Fate fate, boolean closes) {
        return new Exchange(response, fate.fault(), fate.faultPosition(), closes, false);
    }

    static Exchange administrative(Response response, boolean closes) {
        return new Exchange(response, Fate.Fault.NONE, 0, closes, true);
    }

    boolean isAdministrative() {
        return administrative;
    }

    /** Bytes of content up to the end or the fault. */
    long remaining() {
        return stopAt - position;
    }

    /** Whether everything that is to come before the end or the fault has been sent. */
    boolean isAtStop() {
        return !head.hasRemaining() && remaining() == 0;
    }

    /** Whether a pause comes here. Asked once: after it, the rest is sent. */
    boolean stallsHere() {
        if (fault != Fate.Fault.STALLED || stopAt == response.body().length()) {
            return false;
        }
        stopAt = response.body().length();
        return true;
    }

    /** Sends what the socket takes; returns the bytes of content. */
    long send(SocketChannel channel, long count) throws IOException {
        if (head.hasRemaining()) {
            channel.write(head);
            if (head.hasRemaining()) {
                return 0;
            }
        }
        long sent = count == 0 ? 0 : response.body().send(position, count, channel);
        position += sent;
        return sent;
    }

    /**
     * Ends the response as it is meant to end.
     *
     * @return whether the connection lives on
     */
    boolean finish(SocketChannel channel) throws IOException {
        close();
        if (fault == Fate.Fault.RESET) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        return !closesConnection && fault != Fate.Fault.RESET && fault != Fate.Fault.TRUNCATED;
    }

    @Override
    public void close() throws IOException {
        response.body().close();
    }
}
