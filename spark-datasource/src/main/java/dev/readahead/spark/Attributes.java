package dev.readahead.spark;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;
import scala.collection.mutable.ListBuffer;
import scala.jdk.javaapi.CollectionConverters;

import java.util.List;

/** Lists of attributes, in Scala's types. */
final class Attributes {
    private Attributes() {}

    static Seq<Attribute> of(StructType type) {
        ListBuffer<Attribute> attributes = new ListBuffer<>();
        CollectionConverters.asJava(DataTypeUtils.toAttributes(type)).forEach(attributes::addOne);
        return attributes.toList();
    }

    /** @param leftOut the place of the one that is left out, or -1 */
    static Seq<Expression> expressionsBut(Seq<Attribute> attributes, int leftOut) {
        ListBuffer<Expression> expressions = new ListBuffer<>();
        List<Attribute> all = CollectionConverters.asJava(attributes);
        for (int i = 0; i < all.size(); i++) {
            if (i != leftOut) {
                expressions.addOne(all.get(i));
            }
        }
        return expressions.toList();
    }
}
