package dev.idgen.internal.counter;

import dev.idgen.IdgenException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where blocks of numbers come from. The planner makes one request at a time. Any thread may call {@link #fault},
 * {@link #position} and {@link #raiseTo}.
 */
interface BlockSource {

    /** The source's name in messages. */
    String name();

    /**
     * Takes numbers, and calls one of the handlers once, on the planner's thread.
     *
     * @param count how many are wanted; the source may return more or fewer
     * @param received gets the numbers, which now belong to this instance alone
     * @param failed gets the reason why no numbers arrived; some may be lost nevertheless
     */
    void take(int count, Consumer<NumberBlock> received, Consumer<Throwable> failed);

    /**
     * Makes the exception for a source that gives no more numbers until an operator intervenes; null if it gives more.
     * Each call makes a new exception.
     */
    @Nullable
    Supplier<IdgenException> fault();

    /** How many numbers, as far as known, the store has given to all instances. */
    long position();

    /** Raises the counter in the store, to continue after a number that no instance has passed. */
    void raiseTo(long number);

    /**
     * Returns unused numbers, the last ones taken, to the store. Best effort.
     *
     * @param rest ends where the latest block ends
     */
    void giveBack(NumberBlock rest);
}
