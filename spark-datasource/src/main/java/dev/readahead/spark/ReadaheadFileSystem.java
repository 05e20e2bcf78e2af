package dev.readahead.spark;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.parquet.FooterCache;
import dev.readahead.parquet.ParquetFormatException;
import dev.readahead.runtime.ReadaheadRuntime;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;

/**
 * S3 as Spark's planning sees it, for the tables of this source only: what is there and how long it is, by our own
 * client. It makes the source independent of Hadoop's S3A, and asks for a table's objects once where S3A asks several
 * times. Read-only.
 */
public final class ReadaheadFileSystem extends FileSystem {
    private static final String PLANNING_ID = "fs.readahead.planning-id";

    private URI uri;
    private Path workingDirectory;
    private FetchScheduler scheduler;
    private ListingMemory memory;
    private FooterCache footers;
    private ScanMetrics metrics;

    /** Called by Hadoop. */
    public ReadaheadFileSystem() {}

    /** The options of a read, with this file system in place of S3A. Nothing outside the read changes. */
    static CaseInsensitiveStringMap inPlaceOfS3A(CaseInsensitiveStringMap options) {
        Map<String, String> changed = new HashMap<>(options.asCaseSensitiveMap());
        for (String scheme : Stores.S3_SCHEMES) {
            changed.put("fs." + scheme + ".impl", ReadaheadFileSystem.class.getName());
            changed.put("fs." + scheme + ".impl.disable.cache", "true");
        }
        changed.put(PLANNING_ID, UUID.randomUUID().toString());
        return new CaseInsensitiveStringMap(changed);
    }

    /** The options as the user gave them. */
    static Map<String, String> withoutOurs(CaseInsensitiveStringMap options) {
        Map<String, String> given = new HashMap<>(options.asCaseSensitiveMap());
        given.remove(PLANNING_ID);
        for (String scheme : Stores.S3_SCHEMES) {
            if (given.remove("fs." + scheme + ".impl", ReadaheadFileSystem.class.getName())) {
                given.remove("fs." + scheme + ".impl.disable.cache");
            }
        }
        return given;
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setConf(conf);
        ReadaheadRuntime runtime = Runtimes.get();
        uri = URI.create(name.getScheme() + "://" + name.getAuthority());
        workingDirectory = new Path(uri + "/");
        scheduler = new Stores(runtime, conf).schedulerOf(workingDirectory);
        metrics = runtime.metrics();
        footers = Runtimes.footers(runtime);
        memory = runtime.shared(ListingMemories.class, ListingMemories::new).of(conf.get(PLANNING_ID, ""));
    }

    @Override
    public String getScheme() {
        return uri.getScheme();
    }

    @Override
    public URI getUri() {
        return uri;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        Path qualified = makeQualified(path);
        if (qualified.isRoot()) {
            return directory(qualified);
        }
        Optional<Listing> remembered = memory.covering(qualified);
        if (remembered.isPresent()) {
            return remembered.get().status(qualified).orElseThrow(() -> missing(qualified));
        }
        if (looksLikeFile(qualified)) {
            Optional<StoredObject> object = looksLikeParquet(qualified) ? footer(qualified) : head(qualified);
            if (object.isPresent()) {
                return only(object.get(), qualified);
            }
        }
        Listing listing = list(qualified);
        if (!listing.isEmpty()) {
            return listing.status(qualified).orElseThrow();
        }
        if (!looksLikeFile(qualified)) {
            return only(head(qualified).orElseThrow(() -> missing(qualified)), qualified);
        }
        throw missing(qualified);
    }

    /** What was asked for is an object: remembered, in place of the empty folder that was looked for in its stead. */
    private FileStatus only(StoredObject object, Path path) {
        Listing listing = Listing.of(path, List.of(object));
        memory.remember(listing);
        return listing.status(path).orElseThrow();
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        Path qualified = makeQualified(path);
        Listing listing = listingOf(qualified);
        List<FileStatus> children = listing.children(qualified);
        memory.used(listing, qualified);
        return children.toArray(FileStatus[]::new);
    }

    /** Spark lists S3 by this; Hadoop's own way would lose the ETags. */
    @Override
    public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive) throws IOException {
        Path qualified = makeQualified(path);
        Listing listing = listingOf(qualified);
        List<LocatedFileStatus> files = listing.filesBelow(qualified, recursive);
        memory.used(listing, qualified);
        return RemoteIterators.remoteIteratorFromIterable(files);
    }

    /** What was listed a moment ago, or is listed now. */
    private Listing listingOf(Path qualified) throws IOException {
        Optional<Listing> remembered = memory.covering(qualified);
        if (remembered.isPresent()) {
            return remembered.get();
        }
        FileStatus status = getFileStatus(qualified);
        Optional<Listing> found = memory.covering(qualified);
        if (found.isPresent()) {
            return found.get();
        }
        return status.isFile() ? Listing.of(qualified, List.of(Locations.object(status))) : list(qualified);
    }

    /**
     * The object as the answer for its footer describes it: the footer will be asked for next and is in the cache then.
     */
    private Optional<StoredObject> footer(Path path) throws IOException {
        try (FooterCache.Load load = footers.get(scheduler, Locations.location(path), metrics)) {
            return Optional.of(load.footer().get().object());
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ParquetFormatException) {
                // Whoever reads the file will say so; here it is only asked whether it exists.
                return head(path);
            }
            IOException failure = explain(e.getCause());
            if (failure instanceof FileNotFoundException) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private Listing list(Path directory) throws IOException {
        ObjectLocation location = Locations.location(directory);
        String prefix = location.key().isEmpty() ? "" : location.key() + "/";
        List<StoredObject> objects =
                await(scheduler.list(new ObjectLocation(location.scheme(), location.bucket(), prefix), metrics));
        Listing listing = Listing.of(directory, objects);
        memory.remember(listing);
        return listing;
    }

    private Optional<StoredObject> head(Path path) throws IOException {
        try {
            return Optional.of(await(scheduler.head(Locations.location(path), metrics)));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    private static <T> T await(Fetch<T> fetch) throws IOException {
        try {
            return fetch.result().get();
        } catch (InterruptedException e) {
            fetch.cancel();
            throw interrupted();
        } catch (ExecutionException e) {
            throw explain(e.getCause());
        }
    }

    /** Spark knows Hadoop's exceptions by their class. */
    private static IOException explain(Throwable failure) {
        if (failure instanceof StorageException refusal) {
            IOException explained;
            if (refusal.reason() == Reason.NOT_FOUND) {
                explained = new FileNotFoundException(refusal.getMessage());
            } else if (refusal.reason() == Reason.ACCESS_DENIED) {
                explained = new AccessControlException(refusal.getMessage());
            } else {
                return refusal;
            }
            explained.initCause(refusal);
            return explained;
        }
        return failure instanceof IOException other ? other : new IOException(failure);
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while planning");
    }

    private static boolean looksLikeParquet(Path path) {
        return path.getName().toLowerCase(Locale.ROOT).endsWith(".parquet");
    }

    private static boolean looksLikeFile(Path path) {
        return path.getName().contains(".");
    }

    static FileStatus directory(Path path) {
        return new FileStatus(0, true, 1, 0, 0, path);
    }

    private static FileNotFoundException missing(Path path) {
        return new FileNotFoundException(path + " does not exist");
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        StoredObject object = head(makeQualified(path)).orElseThrow(() -> missing(path));
        return new FSDataInputStream(new ObjectInputStream(object, scheduler, metrics));
    }

    @Override
    public void setWorkingDirectory(Path path) {
        workingDirectory = path;
    }

    @Override
    public Path getWorkingDirectory() {
        return workingDirectory;
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress) {
        throw readOnly();
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw readOnly();
    }

    @Override
    public boolean rename(Path from, Path to) {
        throw readOnly();
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        throw readOnly();
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        throw readOnly();
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("readahead only reads; write with format(\"parquet\")");
    }

    /** What a listing of a directory with everything below it found. Immutable. */
    record Listing(Path root, Map<Path, FileStatus> entries, Map<Path, List<FileStatus>> childrenByDirectory) {
        static Listing of(Path root, List<StoredObject> objects) {
            Map<Path, FileStatus> entries = new LinkedHashMap<>();
            Map<Path, List<FileStatus>> children = new HashMap<>();
            for (StoredObject object : objects) {
                boolean marker = object.location().key().endsWith("/");
                Path path = Locations.path(object.location());
                if (!marker) {
                    entries.put(path, new ObjectFileStatus(object, path));
                }
                for (Path parent = marker ? path : path.getParent();
                        parent != null && !parent.equals(root.getParent()) && !path.equals(root);
                        parent = parent.getParent()) {
                    entries.putIfAbsent(parent, directory(parent));
                }
            }
            entries.forEach((path, status) -> {
                if (!path.equals(root)) {
                    children.computeIfAbsent(path.getParent(), any -> new ArrayList<>())
                            .add(status);
                }
            });
            return new Listing(root, entries, children);
        }

        boolean isEmpty() {
            return entries.isEmpty();
        }

        Optional<FileStatus> status(Path path) {
            return Optional.ofNullable(entries.get(path));
        }

        List<FileStatus> children(Path directory) throws FileNotFoundException {
            FileStatus status = entries.get(directory);
            if (status == null) {
                throw missing(directory);
            }
            return status.isFile() ? List.of(status) : childrenByDirectory.getOrDefault(directory, List.of());
        }

        /** The objects below a directory, or the one object that a path names. */
        List<LocatedFileStatus> filesBelow(Path directory, boolean recursive) throws FileNotFoundException {
            if (!entries.containsKey(directory) && !directory.isRoot()) {
                throw missing(directory);
            }
            List<LocatedFileStatus> files = new ArrayList<>();
            entries.forEach((path, status) -> {
                boolean below = path.equals(directory)
                        || (recursive ? isBelow(path, directory) : directory.equals(path.getParent()));
                if (below && status instanceof LocatedFileStatus file) {
                    files.add(file);
                }
            });
            return files;
        }

        private static boolean isBelow(Path path, Path directory) {
            for (Path above = path.getParent(); above != null; above = above.getParent()) {
                if (above.equals(directory)) {
                    return true;
                }
            }
            return false;
        }

        boolean covers(Path path) {
            for (Path above = path; above != null; above = above.getParent()) {
                if (above.equals(root)) {
                    return true;
                }
            }
            return false;
        }
    }
}
