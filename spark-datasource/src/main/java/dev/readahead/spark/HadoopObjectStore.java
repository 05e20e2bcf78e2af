package dev.readahead.spark;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Any file system that Hadoop knows, such as HDFS, read by position on our threads. */
final class HadoopObjectStore implements ObjectStore {
    private final FileSystem files;

    private HadoopObjectStore(FileSystem files) {
        this.files = files;
    }

    static HadoopObjectStore of(Path path, Configuration conf) {
        try {
            return new HadoopObjectStore(path.getFileSystem(conf));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Hadoop shares a file system object between those who may. */
    Object identity() {
        return files;
    }

    /** Hadoop has no way to end the opening of a file; it has time limits of its own. */
    @Override
    public ObjectStream open(StoredObject object, ByteRange range, Interruption interruption) throws IOException {
        return read(object, range.offset(), range.length());
    }

    @Override
    public ObjectStream openTail(
            ObjectLocation location, Optional<String> expected, long length, Interruption interruption)
            throws IOException {
        StoredObject object = head(location);
        long offset = Math.max(0, object.length() - length);
        return read(object, offset, object.length() - offset);
    }

    @Override
    public StoredObject head(ObjectLocation location, Interruption interruption) throws IOException {
        try {
            return Locations.object(files.getFileStatus(Locations.path(location)));
        } catch (IOException e) {
            throw explain(location, e);
        }
    }

    @Override
    public Iterator<StoredObject> list(ObjectLocation prefix, Interruption interruption) throws IOException {
        try {
            List<StoredObject> found = new ArrayList<>();
            RemoteIterator<LocatedFileStatus> listed = files.listFiles(Locations.path(prefix), true);
            while (listed.hasNext()) {
                found.add(Locations.object(listed.next()));
            }
            return found.iterator();
        } catch (IOException e) {
            throw explain(prefix, e);
        }
    }

    /** The file system is Hadoop's to close. */
    @Override
    public void close() {}

    private ObjectStream read(StoredObject object, long offset, long length) throws IOException {
        try {
            FSDataInputStream input = files.open(Locations.path(object.location()));
            return new HadoopObjectStream(object, offset, length, input);
        } catch (IOException e) {
            throw explain(object.location(), e);
        }
    }

    static StorageException explain(ObjectLocation location, IOException error) {
        Reason reason = Reason.TRANSIENT;
        if (error instanceof FileNotFoundException) {
            reason = Reason.NOT_FOUND;
        } else if (error instanceof AccessControlException) {
            reason = Reason.ACCESS_DENIED;
        }
        return new StorageException(reason, location + ": " + error.getMessage(), error);
    }
}
