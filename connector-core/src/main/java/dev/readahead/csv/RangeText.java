package dev.readahead.csv;

import dev.readahead.memory.MemoryAccount;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.readahead.Job;
import dev.readahead.storage.ByteRange;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/**
 * A range of a file whose bytes are records as they are. Finds out where its first record begins: from what the range
 * before it says, or from the bytes before it, of which it fetches more if they do not tell; in the end from the start
 * of the file.
 */
final class RangeText implements Text {
    private static final int PIECE_BYTES = 8 << 20;
    private static final int CHECKED_BYTES = 4 << 10;

    private final Job<CsvRange> job;
    private final Boundaries boundaries;
    private final CsvTuning tuning;
    private final CsvScanPlanner planner;
    private final MemoryAccount memory;
    private final ScanMetrics metrics;
    private final RecordWindow window = new RecordWindow();

    /** The window's base while it shows the job's own bytes. */
    private final long baseOfJob;

    private RangeStart start;
    private boolean placed;

    /** Where no record begins in the range: the state behind it. */
    private int stateBehind = -1;

    private ExtraFetch extra;

    /** What the bytes on their way are for. */
    private Wanted wanted = Wanted.NOTHING;

    private long wantedFrom;
    private int stateFromStart;

    private enum Wanted {
        NOTHING,
        /** The bytes of at least one record before the range. */
        LOOKBEHIND,
        /** All bytes before the range, one piece after the other. */
        FROM_START,
        /** The rest of the last record. */
        OVERRUN,
    }

    RangeText(
            Job<CsvRange> job,
            RangeStart start,
            Boundaries boundaries,
            CsvTuning tuning,
            CsvScanPlanner planner,
            MemoryAccount memory,
            ScanMetrics metrics) {
        this.job = job;
        this.start = start;
        this.boundaries = boundaries;
        this.tuning = tuning;
        this.planner = planner;
        this.memory = memory;
        this.metrics = metrics;
        ByteBuffer bytes = job.bytes().slice(range().fetched()).orElseThrow();
        window.bytes = bytes.array();
        baseOfJob = range().fetched().offset() - bytes.arrayOffset();
        window.base = baseOfJob;
        window.to = bytes.arrayOffset() + bytes.remaining();
        window.last = range().reachesEndOfFile();
        window.at = window.to;
    }

    @Override
    public RecordWindow window() {
        return window;
    }

    @Override
    public CsvRange range() {
        return job.description();
    }

    @Override
    public long first() {
        return range().from();
    }

    @Override
    public long end() {
        return range().to();
    }

    @Override
    public boolean isFromFileStart() {
        return range().fetched().offset() == 0;
    }

    /**
     * Finds the end of the range a second time, from the bytes before it alone, and fails if that is another place:
     * rows would be lost or come twice.
     */
    void checkEnd() throws CsvException {
        long behindTo = window.base + window.to;
        long from = Math.max(
                Math.max(range().to() - CHECKED_BYTES, range().fetched().offset()), ByteOrderMark.LENGTH);
        if (range().to() >= behindTo || range().to() <= from || window.base != baseOfJob || stateBehind >= 0) {
            return;
        }
        OptionalInt state = boundaries.stateBehind(window.bytes, index(from), index(range().to()));
        if (state.isEmpty()) {
            return;
        }
        int next = boundaries.nextRecord(state.getAsInt(), window.bytes, index(range().to()), window.to);
        if (next >= 0
                && window.base + next != window.position()
                && window.base + next < range().object().length()) {
            throw new CsvException(
                    range().object().location(),
                    "the records of " + range().fetched() + " end at byte " + window.position()
                            + ", but the next one begins at byte " + (window.base + next)
                            + ": this is a fault of the reader; please report it");
        }
    }

    /** Where the range behind this one begins, once all records of this one were read. */
    RangeStart startOfNext() {
        return stateBehind >= 0 ? RangeStart.inState(stateBehind) : RangeStart.atPosition(window.position());
    }

    @Override
    public Optional<CompletableFuture<?>> more() throws IOException {
        if (placed) {
            return wanted == Wanted.NOTHING ? fetchOverrun() : takeOverrun();
        }
        if (isFromFileStart()) {
            place(range().fetched().offset() + ByteOrderMark.length(window.bytes, index(0), window.to));
            return Optional.empty();
        }
        if (start.isUnknown()) {
            Optional<CompletableFuture<?>> fetch = findState();
            if (fetch.isPresent()) {
                return fetch;
            }
        }
        placeByStart();
        return Optional.empty();
    }

    private void placeByStart() {
        if (start.position() >= 0) {
            place(start.position());
            return;
        }
        int from = index(range().from());
        int to = index(range().to());
        int first = boundaries.nextRecord(start.state(), window.bytes, from, to);
        if (first < 0) {
            stateBehind = boundaries.stateBehind(start.state(), window.bytes, from, to);
            place(range().to());
        } else {
            place(window.base + first);
        }
    }

    /** The position may lie far behind the bytes that are there: then the range has no record. */
    private void place(long position) {
        placed = true;
        if (position > window.base + window.to) {
            window.base += position - (window.base + window.to);
            window.at = window.to;
        } else {
            window.moveTo(position);
        }
    }

    private int index(long position) {
        return Math.toIntExact(position - window.base);
    }

    private Optional<CompletableFuture<?>> findState() throws IOException {
        long from = range().from();
        switch (wanted) {
            case NOTHING -> {
                OptionalInt state = boundaries.stateBehind(
                        window.bytes, index(range().fetched().offset()), index(from));
                if (state.isPresent()) {
                    start = RangeStart.inState(state.getAsInt());
                    return Optional.empty();
                }
                planner.lookFurtherBehind(boundaries.enoughBytes());
                long behind = boundaries.enoughBytes();
                return from < behind + ByteOrderMark.LENGTH
                        ? fetchFromStart(0)
                        : fetch(Wanted.LOOKBEHIND, from - behind, from);
            }
            case LOOKBEHIND -> {
                OptionalInt state = boundaries.stateBehind(extra.bytes(), 0, extra.bytes().length);
                dropExtra();
                if (state.isEmpty()) {
                    return fetchFromStart(0);
                }
                start = RangeStart.inState(state.getAsInt());
                return Optional.empty();
            }
            case FROM_START -> {
                byte[] piece = extra.bytes();
                int mark = 0;
                if (wantedFrom == 0) {
                    mark = ByteOrderMark.length(piece, 0, piece.length);
                    stateFromStart = boundaries.start();
                }
                stateFromStart = boundaries.stateBehind(stateFromStart, piece, mark, piece.length);
                long reached = wantedFrom + piece.length;
                dropExtra();
                if (reached < from) {
                    return fetchFromStart(reached);
                }
                start = RangeStart.inState(stateFromStart);
                return Optional.empty();
            }
            default -> throw new IllegalStateException("the start was found before");
        }
    }

    private Optional<CompletableFuture<?>> fetchFromStart(long reached) {
        return fetch(Wanted.FROM_START, reached, Math.min(range().from(), reached + PIECE_BYTES));
    }

    private Optional<CompletableFuture<?>> fetch(Wanted what, long from, long to) {
        wanted = what;
        wantedFrom = from;
        extra = open(new ByteRange(from, to - from), 0);
        return Optional.of(extra.arrived());
    }

    /** At least as much again as is there of the record, so that a long one takes few requests. */
    private Optional<CompletableFuture<?>> fetchOverrun() {
        long reached = window.base + window.to;
        int left = window.left();
        long length = Math.min(range().object().length() - reached, Math.max(tuning.overrunBytes(), left));
        wanted = Wanted.OVERRUN;
        ExtraFetch more = open(new ByteRange(reached, length), left);
        System.arraycopy(window.bytes, window.at, more.bytes(), 0, left);
        window.base = window.position();
        window.bytes = more.bytes();
        window.at = 0;
        window.to = left;
        closeExtra();
        extra = more;
        return Optional.of(extra.arrived());
    }

    private Optional<CompletableFuture<?>> takeOverrun() {
        wanted = Wanted.NOTHING;
        window.to = window.bytes.length;
        window.last = window.base + window.to == range().object().length();
        return Optional.empty();
    }

    private ExtraFetch open(ByteRange range, int room) {
        return new ExtraFetch(range().split().scheduler(), range().object(), range, room, memory, metrics);
    }

    private void dropExtra() {
        wanted = Wanted.NOTHING;
        closeExtra();
    }

    private void closeExtra() {
        if (extra != null) {
            extra.close();
            extra = null;
        }
    }

    @Override
    public void close() {
        closeExtra();
        job.close();
    }
}
