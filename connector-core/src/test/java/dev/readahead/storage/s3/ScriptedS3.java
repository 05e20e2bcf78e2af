package dev.readahead.storage.s3;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * An HTTP server on a loopback port that answers as a test says, faults of the connection included, and keeps what it
 * was asked. Signatures are not checked.
 */
final class ScriptedS3 implements AutoCloseable {
    /** What arrived: the target as it stood in the request line, header names in lower case. */
    record Request(String method, String target, Map<String, String> headers) {
        String header(String name) {
            return headers.get(name);
        }
    }

    /** What happens on the connection after the body. */
    enum Ending {
        KEEP_ALIVE,
        CLOSE,
        RESET,
        /** Nothing more comes until the server is closed. */
        STALL,
    }

    /** @param body what is really sent, whatever the headers say; with status 0 nothing precedes it */
    record Answer(int status, Map<String, String> headers, byte[] body, Ending ending) {
        static Answer of(int status, String body) {
            return new Answer(status, Map.of(), body.getBytes(StandardCharsets.UTF_8), Ending.KEEP_ALIVE);
        }

        /** A part of an object as S3 sends it. */
        static Answer part(byte[] object, int first, int length) {
            byte[] body = Arrays.copyOfRange(object, first, first + length);
            return new Answer(206, Map.of(), body, Ending.KEEP_ALIVE)
                    .with("Content-Range", "bytes " + first + "-" + (first + length - 1) + "/" + object.length)
                    .with("Content-Length", String.valueOf(length))
                    .with("ETag", "\"tag\"")
                    .with("Last-Modified", "Tue, 01 Dec 2026 10:00:00 GMT");
        }

        static Answer error(int status, String code) {
            return of(
                            status,
                            "<?xml version=\"1.0\"?><Error><Code>" + code
                                    + "</Code><Message>words of the store</Message>"
                                    + "<RequestId>REQ1</RequestId></Error>")
                    .with("x-amz-request-id", "REQ1")
                    .with("Content-Type", "application/xml");
        }

        /** The connection ends or stalls before any answer. */
        static Answer nothing(Ending ending) {
            return new Answer(0, Map.of(), new byte[0], ending);
        }

        Answer with(String name, String value) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(name, value);
            return new Answer(status, more, body, ending);
        }

        Answer as(int otherStatus) {
            return new Answer(otherStatus, headers, body, ending);
        }

        Answer without(String name) {
            Map<String, String> fewer = new TreeMap<>(headers);
            fewer.remove(name);
            return new Answer(status, fewer, body, ending);
        }

        /** Sends only the first bytes of the body, and then this. */
        Answer cutAt(int length, Ending then) {
            return new Answer(status, headers, Arrays.copyOf(body, length), then);
        }
    }

    private final ServerSocket listener;
    private final Function<Request, Answer> script;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    ScriptedS3(Function<Request, Answer> script) throws IOException {
        this(script, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    /** @param listener where to listen, for instance with TLS; closed with this */
    ScriptedS3(Function<Request, Answer> script, ServerSocket listener) {
        this.script = script;
        this.listener = listener;
        start("scripted-s3", this::accept);
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    List<Request> requests() {
        return new ArrayList<>(requests);
    }

    int connections() {
        return connections.get();
    }

    /** Counted down when an answer has begun to stall. */
    CountDownLatch stalled() {
        return stalled;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                // Head and body are written apart, and would wait for each other's acknowledgement.
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                connections.incrementAndGet();
                start("scripted-s3-connection", () -> serve(socket));
            }
        } catch (IOException e) {
            // Closed: no more connections.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                Request request = read(in);
                if (request == null) {
                    return;
                }
                requests.add(request);
                Answer answer = script.apply(request);
                write(request, answer, out);
                switch (answer.ending()) {
                    case KEEP_ALIVE -> {}
                    case CLOSE -> {
                        return;
                    }
                    case RESET -> {
                        socket.setSoLinger(true, 0);
                        return;
                    }
                    case STALL -> {
                        stalled.countDown();
                        closed.await();
                        return;
                    }
                }
            }
        } catch (IOException e) {
            // The client went away, which is what some tests are about.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Request read(InputStream in) throws IOException {
        String first = line(in);
        if (first == null) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                // Not HTTP, as when a client speaks TLS.
                return null;
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        in.skipNBytes(Long.parseLong(headers.getOrDefault("content-length", "0")));
        String[] parts = first.split(" ");
        return new Request(parts[0], parts[1], headers);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static void write(Request request, Answer answer, OutputStream out) throws IOException {
        if (answer.status() > 0) {
            StringBuilder head = new StringBuilder("HTTP/1.1 " + answer.status() + " Scripted\r\n");
            answer.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
            if (!answer.headers().containsKey("Content-Length")
                    && !answer.headers().containsKey("Transfer-Encoding")) {
                head.append("Content-Length: " + answer.body().length + "\r\n");
            }
            out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        }
        if (!request.method().equals("HEAD")) {
            out.write(answer.body());
        }
        out.flush();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
