package dev.idgen.internal.counted;

import dev.idgen.IdgenException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where numbers come from, some at a time. Used by the planner, one request at a time, except for {@link #fault} and
 * {@link #raiseTo}, which any thread may call.
 */
interface BlockSource {

    /** Handles the outcome of a request. Called on the planner's thread, once. */
    interface Receiver {

        /** The numbers are this instance's. */
        void received(NumberBlock block);

        /** No numbers came; some may be lost all the same. */
        void failed(Throwable failure);
    }

    /** Its name in messages. */
    String name();

    /**
     * Takes numbers.
     *
     * @param count how many are wanted; there may be more or fewer
     */
    void take(int count, Receiver outcome);

    /**
     * Why there will be no more numbers, until an operator changes that; null if there will. Makes a new exception each
     * time.
     */
    @Nullable
    Supplier<IdgenException> fault();

    /** How many numbers the store is known to have given to all instances. Any thread. */
    long position();

    /** Goes on after a number that is known to be the last one issued by any instance. */
    void raiseTo(long number);

    /**
     * Gives numbers back that were the last ones taken and were not used. Best effort.
     *
     * @param rest its end is the {@link NumberBlock#end} of the latest block
     */
    void giveBack(NumberBlock rest);
}
