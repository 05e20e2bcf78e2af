package dev.readahead.it.data;

/** How the rows of a lineitem table are spread over files and row groups. */
public enum LineItemLayout {
    /** One file; at scale 1 it has 49 row groups of 3 MB. */
    ROW_GROUPS("row-groups", 1, 122_880),
    /** One file with a single row group. */
    ONE_ROW_GROUP("one-row-group", 1, Integer.MAX_VALUE),
    /** A hundred files, each with a single row group. */
    HUNDRED_FILES("hundred-files", 100, Integer.MAX_VALUE);

    private final String folder;
    private final int files;
    private final int rowsPerRowGroup;

    LineItemLayout(String folder, int files, int rowsPerRowGroup) {
        this.folder = folder;
        this.files = files;
        this.rowsPerRowGroup = rowsPerRowGroup;
    }

    /** Name of the folder that holds the files. */
    public String folder() {
        return folder;
    }

    public int files() {
        return files;
    }

    int rowsPerRowGroup() {
        return rowsPerRowGroup;
    }
}
