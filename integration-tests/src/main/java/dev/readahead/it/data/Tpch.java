package dev.readahead.it.data;

/** Queries over a table or view called lineitem. */
public final class Tpch {
    /** Four columns, no row group without matches: the classic test of scanning. */
    public static final String Q6 = "SELECT sum(l_extendedprice * l_discount) AS revenue FROM lineitem"
            + " WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'"
            + " AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24";

    private Tpch() {}
}
