package dev.idgen.benchmarks;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The subject of a benchmark, as the report shows it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Subject {

    /** What it is called. */
    String value();

    Kind kind() default Kind.OURS;

    /** Those of one group make the same kind of id: the product's are compared with the best peer. */
    String group() default "";

    /**
     * Whether its callers wait for so long that a thread may find the iteration over when its call returns. Its next call is then
     * all that JMH has of it, and counts as a rate of tens of millions per second: with more threads than run at once, the sum of
     * the rates says nothing.
     */
    boolean waits() default false;

    /** Whose code it is. */
    enum Kind {
        /** The product's. */
        OURS,
        /** Another library's, or what one would write by hand. */
        PEER,
        /** The least that any implementation has to do: all others are compared with it. One of a class. */
        LIMIT,
        /** What something costs that implementations may or may not need. */
        COST
    }
}
