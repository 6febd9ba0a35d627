package dev.idgen.internal.counter;

import dev.idgen.CounterExhaustedException;
import dev.idgen.IdgenException;
import dev.idgen.internal.setting.Region;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of decimal ids: {@code generator * perGenerator + n}. The store counts generators, and this instance
 * counts n from 0. So one request to the store yields {@code perGenerator} numbers.
 */
final class DecimalNumberSource implements BlockSource {

    private final BlockSource generators;
    private final Region region;
    private final int perGenerator;
    private final int generatorLimit;
    private volatile @Nullable Supplier<IdgenException> fault;

    /**
     * @param generators counts the region's generators from 1
     * @param perGenerator how many numbers one generator has
     * @param generatorLimit how many generators there can be
     */
    DecimalNumberSource(BlockSource generators, Region region, int perGenerator, int generatorLimit) {
        this.generators = generators;
        this.region = region;
        this.perGenerator = perGenerator;
        this.generatorLimit = generatorLimit;
    }

    @Override
    public String name() {
        return generators.name();
    }

    @Override
    public @Nullable Supplier<IdgenException> fault() {
        Supplier<IdgenException> own = fault;
        return own != null ? own : generators.fault();
    }

    @Override
    public long position() {
        return Math.min(generators.position(), region.count(generatorLimit)) * perGenerator;
    }

    @Override
    public void take(int count, Receiver outcome) {
        generators.take(1, new Receiver() {
            @Override
            public void received(NumberBlock block) {
                long generator = region.numberAt(block.first()) - 1;
                if (generator < generatorLimit) {
                    outcome.received(new NumberBlock(generator * perGenerator, perGenerator));
                } else {
                    Supplier<IdgenException> over = () -> new CounterExhaustedException(name(), generatorLimit - 1L);
                    fault = over;
                    outcome.failed(over.get());
                }
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
        if (number < 0 || number >= generatorLimit) {
            throw new IllegalArgumentException(
                    "generators of '" + name() + "' are 0 to " + (generatorLimit - 1) + ", not " + number);
        }
        generators.raiseTo(region.count(number + 1));
    }

    @Override
    public void giveBack(NumberBlock rest) {
        // These numbers belong to a generator that was used.
    }
}
