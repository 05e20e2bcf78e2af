package dev.readahead.fetch;

import java.util.ArrayList;
import java.util.List;

/**
 * One attempt at a fetch: a request, and perhaps a second one that is sent because the first is late. The one whose
 * answer begins first wins and alone writes to the buffer; the other is ended. Thread-safe.
 */
final class Race {
    private final List<Request<?>> running = new ArrayList<>();
    private Request<?> winner;
    private boolean hedged;

    synchronized void enter(Request<?> request) {
        hedged |= !running.isEmpty();
        running.add(request);
    }

    /** Whether a second request may enter: nothing was answered, and none has entered before. */
    synchronized boolean isOpen() {
        return winner == null && !hedged && running.size() == 1;
    }

    /** Says that the answer has begun. False if another one's has before: then this one must not write. */
    boolean claim(Request<?> request) {
        List<Request<?>> late;
        synchronized (this) {
            if (winner != null) {
                return winner == request;
            }
            winner = request;
            late = running.stream().filter(other -> other != request).toList();
        }
        late.forEach(Request::interrupt);
        return true;
    }

    /**
     * A request is over. True if its outcome is that of the race: it won, or nobody did and no other one is left that
     * could.
     */
    synchronized boolean leave(Request<?> request) {
        running.remove(request);
        return winner == request || winner == null && running.isEmpty();
    }

    /** Ends all requests. */
    void interrupt() {
        List<Request<?>> all;
        synchronized (this) {
            all = List.copyOf(running);
        }
        all.forEach(Request::interrupt);
    }
}
