package dev.readahead.it.data;

/** Queries over a table or view called lineitem. */
public final class Tpch {
    /** Seven columns, nearly all rows, and more arithmetic than reading. */
    public static final String Q1 = "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),"
            + " sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),"
            + " avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*) FROM lineitem"
            + " WHERE l_shipdate <= DATE '1998-09-02' GROUP BY l_returnflag, l_linestatus"
            + " ORDER BY l_returnflag, l_linestatus";

    /** Four columns, no row group without matches: the classic test of scanning. */
    public static final String Q6 = "SELECT sum(l_extendedprice * l_discount) AS revenue FROM lineitem"
            + " WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'"
            + " AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24";

    private Tpch() {}
}
