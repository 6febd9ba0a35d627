package dev.idgen.internal.counter;

import dev.idgen.CounterExhaustedException;
import dev.idgen.IdgenException;
import dev.idgen.store.Progression;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of decimal ids: {@code generator * perGenerator + n}. The store counts generators, and this instance
 * counts n from 0. So one request to the store yields {@code perGenerator} numbers.
 *
 * @param counter counts the generators
 * @param generators the generators that this instance may take
 */
record DecimalNumberSource(BlockSource counter, Progression generators, int perGenerator) implements BlockSource {

    @Override
    public String name() {
        return counter.name();
    }

    @Override
    public @Nullable Supplier<IdgenException> fault() {
        Supplier<IdgenException> fault = counter.fault();
        return fault == null || !(fault.get() instanceof CounterExhaustedException)
                ? fault
                : () -> new CounterExhaustedException(
                        name(), generators.max(), "it has no generator left, so give it another name");
    }

    @Override
    public long position() {
        return counter.position() * perGenerator;
    }

    @Override
    public void take(int count, Consumer<NumberBlock> received, Consumer<Throwable> failed) {
        counter.take(
                1,
                block -> received.accept(new NumberBlock(generators.at(block.first()) * perGenerator, perGenerator)),
                failed);
    }

    /** {@inheritDoc} The number is a generator's, from 0. */
    @Override
    public void raiseTo(long number) {
        if (number < 0 || number > generators.max()) {
            throw new IllegalArgumentException(
                    "generators of '" + name() + "' are 0 to " + generators.max() + ", not " + number);
        }
        counter.raiseTo(number);
    }

    @Override
    public void giveBack(NumberBlock rest) {
        // These numbers belong to a generator that was used.
    }
}
