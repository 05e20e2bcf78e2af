package dev.readahead.spark;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import scala.collection.immutable.Seq;
import scala.collection.mutable.ListBuffer;
import scala.jdk.javaapi.CollectionConverters;

/** Lists of attributes, in Scala's types. */
final class Attributes {
    private Attributes() {}

    static Seq<Attribute> concat(Seq<AttributeReference> first, Seq<AttributeReference> second) {
        ListBuffer<Attribute> all = new ListBuffer<>();
        CollectionConverters.asJava(first).forEach(all::addOne);
        CollectionConverters.asJava(second).forEach(all::addOne);
        return all.toList();
    }

    static Seq<Expression> expressions(Seq<Attribute> attributes) {
        ListBuffer<Expression> all = new ListBuffer<>();
        CollectionConverters.asJava(attributes).forEach(all::addOne);
        return all.toList();
    }
}
