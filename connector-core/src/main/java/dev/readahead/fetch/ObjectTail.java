package dev.readahead.fetch;

import dev.readahead.storage.StoredObject;

/**
 * The last bytes of an object, and what the response said of the whole.
 *
 * @param object its length and version
 * @param offset where the bytes begin
 * @param bytes up to the end of the object; owned by the receiver
 */
@SuppressWarnings("ArrayRecordComponent")
public record ObjectTail(StoredObject object, long offset, byte[] bytes) {}
