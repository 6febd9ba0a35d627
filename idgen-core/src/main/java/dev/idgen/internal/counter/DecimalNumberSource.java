package dev.idgen.internal.counter;

import dev.idgen.IdgenException;
import dev.idgen.store.Progression;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of decimal ids: {@code generator * perGenerator + n}. The store counts generators, and this instance
 * counts n from 0. So one request to the store yields {@code perGenerator} numbers.
 */
final class DecimalNumberSource implements BlockSource {

    private final BlockSource counter;
    private final Progression generators;
    private final int perGenerator;

    /**
     * @param counter counts the generators
     * @param generators the generators that this instance may take
     */
    DecimalNumberSource(BlockSource counter, Progression generators, int perGenerator) {
        this.counter = counter;
        this.generators = generators;
        this.perGenerator = perGenerator;
    }

    @Override
    public String name() {
        return counter.name();
    }

    @Override
    public @Nullable Supplier<IdgenException> fault() {
        return counter.fault();
    }

    @Override
    public long position() {
        return counter.position() * perGenerator;
    }

    @Override
    public void take(int count, Receiver outcome) {
        counter.take(1, new Receiver() {
            @Override
            public void received(NumberBlock block) {
                outcome.received(new NumberBlock(generators.at(block.first()) * perGenerator, perGenerator));
            }

            @Override
            public void failed(Throwable failure) {
                outcome.failed(failure);
            }
        });
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
