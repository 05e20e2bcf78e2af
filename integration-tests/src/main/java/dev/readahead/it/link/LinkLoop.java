package dev.readahead.it.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The thread that serves every connection: it sleeps until a request, a due first byte or the next slice of the rate.
 */
final class LinkLoop implements Runnable {
    /** How much one connection may send before it is the next one's turn. */
    static final long TURN_BYTES = 32 << 10;
    /** How long to sleep when only the rate holds back: long enough to cost little, short against a first byte. */
    private static final long RATE_TICK_MILLIS = 1;

    /** The machine may take the processor away for so long without the link becoming slower than it says. */
    private static final long LINK_CATCH_UP_NANOS = 50_000_000;
    /** Less, because a connection that the link holds back must not save up for later. */
    private static final long CONNECTION_CATCH_UP_NANOS = 10_000_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Selector selector;
    private final ServerSocketChannel server;
    private final ObjectApi api;
    private final LinkProfile profile;
    private final LinkStatistics statistics;
    private final RateBudget linkRate;
    private final PriorityQueue<Connection> waiting = new PriorityQueue<>(Comparator.comparingLong(Connection::dueAt));
    private final ArrayDeque<Connection> sending = new ArrayDeque<>();

    LinkLoop(
            Selector selector,
            ServerSocketChannel server,
            ObjectApi api,
            LinkProfile profile,
            LinkStatistics statistics) {
        this.selector = selector;
        this.server = server;
        this.api = api;
        this.profile = profile;
        this.statistics = statistics;
        linkRate = new RateBudget(profile.linkRate(), LINK_CATCH_UP_NANOS, TURN_BYTES);
    }

    @Override
    public void run() {
        try {
            while (selector.isOpen() && server.isOpen()) {
                selector.select(this::ready, sleepMillis(System.nanoTime()));
                long now = System.nanoTime();
                startDue(now);
                pump(now);
            }
        } catch (IOException cause) {
            throw new UncheckedIOException("The simulated link broke", cause);
        }
    }

    private long sleepMillis(long now) {
        if (!sending.isEmpty()) {
            return RATE_TICK_MILLIS;
        }
        Connection next = waiting.peek();
        // Zero means until something happens.
        return next == null ? 0 : Math.max(1, (next.dueAt() - now + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }

    private void ready(SelectionKey key) {
        if (key.isValid() && key.isAcceptable()) {
            accept();
            return;
        }
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isValid() && key.isWritable()) {
                connection.becameWritable();
                sending.addLast(connection);
            }
            if (key.isValid() && key.isReadable()) {
                if (connection.read()) {
                    takeRequest(connection);
                } else {
                    drop(connection);
                }
            }
        } catch (IOException gone) {
            drop(connection);
        }
    }

    private void accept() {
        try {
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            key.attach(new Connection(
                    channel, key, new RateBudget(profile.connectionRate(), CONNECTION_CATCH_UP_NANOS, TURN_BYTES)));
            statistics.accepted();
        } catch (IOException gone) {
            // The client gave up before it was served; there is nobody to tell.
            return;
        }
    }

    private void takeRequest(Connection connection) throws IOException {
        if (connection.isBusy()) {
            return;
        }
        try {
            Optional<Request> request = connection.nextRequest();
            if (request.isPresent()) {
                begin(connection, request.get());
            }
        } catch (IllegalArgumentException malformed) {
            connection.begin(
                    Exchange.administrative(Response.error(400, "InvalidRequest", malformed.getMessage(), ""), true));
            sending.addFirst(connection);
        }
    }

    private void begin(Connection connection, Request request) throws IOException {
        boolean closes = request.asksToClose() || request.hasBody();
        Optional<Response> administrative = LinkAdmin.answer(request, statistics);
        if (administrative.isPresent()) {
            connection.begin(Exchange.administrative(administrative.get(), closes));
            sending.addFirst(connection);
            return;
        }
        Fate fate = Fate.of(profile, statistics.begin(ObjectApi.kind(request)));
        if (fate.fault() != Fate.Fault.NONE) {
            statistics.fault();
        }
        Response response = fate.fault() == Fate.Fault.SLOW_DOWN
                ? Response.error(503, "SlowDown", "Please reduce your request rate.", request.path())
                : api.answer(request);
        connection.begin(
                Exchange.of(request.method().equals("HEAD") ? response.withoutBody() : response, fate, closes));
        connection.waitUntil(System.nanoTime() + fate.firstByteNanos());
        waiting.add(connection);
    }

    private void startDue(long now) {
        while (!waiting.isEmpty() && waiting.peek().dueAt() - now <= 0) {
            Connection connection = waiting.poll();
            if (connection.isOpen()) {
                sending.addLast(connection);
            }
        }
    }

    /**
     * Lets every connection send in turn until the link's rate, all connections' rates or all sockets are exhausted.
     */
    private void pump(long now) {
        int unable = 0;
        while (unable < sending.size()) {
            Connection connection = sending.pollFirst();
            if (!connection.isOpen()) {
                continue;
            }
            Exchange exchange = connection.exchange();
            long turn = Math.min(TURN_BYTES, exchange.remaining());
            if (!exchange.isAdministrative() && linkRate.available(now) < turn) {
                sending.addFirst(connection);
                return;
            }
            if (!exchange.isAdministrative() && connection.rate().available(now) < turn) {
                sending.addLast(connection);
                unable++;
                continue;
            }
            unable = 0;
            try {
                send(connection, turn, now);
            } catch (IOException gone) {
                drop(connection);
            }
        }
        if (sending.isEmpty()) {
            linkRate.rest();
        } else {
            linkRate.forgetAbove(TURN_BYTES);
        }
    }

    private void send(Connection connection, long turn, long now) throws IOException {
        Exchange exchange = connection.exchange();
        long sent;
        // One step for whoever reads the counters: a client that has the bytes finds them counted.
        synchronized (statistics) {
            sent = connection.send(turn);
            if (!exchange.isAdministrative()) {
                statistics.sent(now, sent);
            }
        }
        if (!exchange.isAdministrative()) {
            linkRate.spend(sent);
            connection.rate().spend(sent);
        }
        if (!exchange.isAtStop()) {
            if (sent < turn || turn == 0) {
                connection.awaitWritable();
            } else {
                sending.addLast(connection);
            }
        } else if (exchange.stallsHere()) {
            connection.rate().rest();
            connection.waitUntil(now + profile.faults().stall().toNanos());
            waiting.add(connection);
        } else {
            finish(connection, exchange);
        }
    }

    private void finish(Connection connection, Exchange exchange) throws IOException {
        if (!exchange.isAdministrative()) {
            statistics.end();
        }
        if (connection.finish()) {
            takeRequest(connection);
        } else {
            connection.close();
        }
    }

    private void drop(Connection connection) {
        if (connection.isBusy() && !connection.exchange().isAdministrative()) {
            statistics.end();
        }
        sending.remove(connection);
        try {
            connection.close();
        } catch (IOException ignored) {
            // It is gone either way.
            return;
        }
    }
}
