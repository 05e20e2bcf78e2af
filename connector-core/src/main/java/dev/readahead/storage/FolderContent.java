package dev.readahead.storage;

import java.util.List;

/**
 * What lies directly in a folder.
 *
 * @param objects in the order of the store
 * @param folders the keys of the folders in it, a slash at their ends
 */
public record FolderContent(List<StoredObject> objects, List<String> folders) {
    public FolderContent {
        objects = List.copyOf(objects);
        folders = List.copyOf(folders);
    }
}
