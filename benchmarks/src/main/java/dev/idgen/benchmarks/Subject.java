package dev.idgen.benchmarks;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The label of a benchmark in the report. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Subject {

    /** The label. */
    String value();

    Kind kind() default Kind.OURS;

    /** Subjects of a group make the same kind of id. The report compares the product's with the best peer. */
    String group() default "";

    /**
     * Whether calls may wait so long that an iteration ends meanwhile. JMH then counts only the thread's next call, as
     * tens of millions per second. With more threads than cores, the sum of such rates has no meaning.
     */
    boolean waits() default false;

    /** The kind of subject. */
    enum Kind {
        /** The product. */
        OURS,
        /** Another library, or handwritten code. */
        PEER,
        /** The least work of any implementation, with which all others are compared. One per class. */
        LIMIT,
        /** The cost of a part that not every implementation needs. */
        COST
    }
}
