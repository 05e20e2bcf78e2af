package dev.readahead.it.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A simulated link in this process, on a loopback port. The sub-folders of its root are the buckets, the files in them
 * the objects; what changes there is served at once. Thread-safe. Closing breaks every connection.
 */
public final class LinkServer implements AutoCloseable {
    /** A client may open all its connections at once. */
    private static final int BACKLOG = 1_024;

    private final Selector selector;
    private final ServerSocketChannel server;
    private final LinkStatistics statistics = new LinkStatistics();
    private final URI endpoint;

    private LinkServer(Path root, LinkProfile profile, Optional<String> accessKey, int port) throws IOException {
        ObjectApi api = new ObjectApi(new Folder(root), accessKey);
        selector = Selector.open();
        server = ServerSocketChannel.open();
        server.configureBlocking(false);
        server.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), BACKLOG);
        server.register(selector, SelectionKey.OP_ACCEPT);
        endpoint = URI.create("http://127.0.0.1:" + server.socket().getLocalPort());
        Thread thread = new Thread(new LinkLoop(selector, server, api, profile, statistics), "simulated-link");
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts on a free port; any access key may ask. */
    public static LinkServer start(Path root, LinkProfile profile) throws IOException {
        return new LinkServer(root, profile, Optional.empty(), 0);
    }

    /**
     * Starts.
     *
     * @param root must exist
     * @param accessKey the only one that may ask, if present; signatures are not checked
     * @param port 0 for a free one
     */
    public static LinkServer start(Path root, LinkProfile profile, Optional<String> accessKey, int port)
            throws IOException {
        return new LinkServer(root, profile, accessKey, port);
    }

    /** Address for path-style requests, without bucket. */
    public URI endpoint() {
        return endpoint;
    }

    public LinkCounters counters() {
        return statistics.counters();
    }

    /** Bytes sent in each 50 ms since the start or the last reset, up to the last byte. */
    public long[] timeline() {
        return statistics.bytesPerBucket();
    }

    /** Counts from zero again; the next request has the fate of the first. */
    public void reset() {
        statistics.reset();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
