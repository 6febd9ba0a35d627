package dev.idgen.internal.counted;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterStore;
import dev.idgen.CounterWentBackException;
import dev.idgen.IdgenException;
import dev.idgen.internal.request.Requests;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One counter of the store, watched: when it turns out to be behind what it was before, nothing is taken from it any more,
 * because the numbers would repeat.
 *
 * <p>Its monitor guards {@code floor}, {@code seen} and the setting of {@code fault}.
 */
/*
 * There is one request at a time, and what comes after a request was given up does not count. So each answer that counts was
 * asked for after the one before had come, and must begin where that one ended or later.
 */
final class GuardedCounter implements BlockSource {

    private final String name;
    private final CounterStore store;
    private final Requests requests;

    private long floor;
    private long seen;
    private volatile @Nullable Supplier<IdgenException> fault;

    /** @param floor the counter counts as at least this */
    GuardedCounter(String name, CounterStore store, Requests requests, long floor) {
        this.name = name;
        this.store = store;
        this.requests = requests;
        this.floor = floor;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable Supplier<IdgenException> fault() {
        return fault;
    }

    @Override
    public synchronized long position() {
        return seen;
    }

    @Override
    public void take(int count, Receiver outcome) {
        Supplier<IdgenException> known = fault;
        if (known != null) {
            outcome.failed(known.get());
            return;
        }
        long least = floor();
        requests.send(() -> store.add(name, count, least), new Requests.Answer<Long>() {
            @Override
            public void arrived(Long value, long requestedAt, boolean late) {
                requests.connectionWorks();
                if (!late) {
                    accept(value, count, least, outcome);
                }
            }

            @Override
            public void failed(Throwable failure, long requestedAt) {
                if (failure instanceof ArithmeticException) {
                    noteExhausted();
                }
                outcome.failed(failure);
            }
        });
    }

    private synchronized void noteExhausted() {
        fault = () -> new CounterExhaustedException(name, Long.MAX_VALUE);
    }

    private synchronized long floor() {
        return floor;
    }

    private void accept(long value, int count, long least, Receiver outcome) {
        long before = value - count;
        Throwable failure = check(before, value, least);
        if (failure == null) {
            outcome.received(new NumberBlock(before + 1, count));
        } else {
            outcome.failed(failure);
        }
    }

    private synchronized @Nullable Throwable check(long before, long value, long least) {
        if (least < floor && before < floor) {
            return new IllegalStateException("'" + name + "' was raised to " + floor + " after the request was sent");
        }
        long expected = seen;
        if (before < expected) {
            Supplier<IdgenException> found = () -> new CounterWentBackException(name, expected, before);
            fault = found;
            return found.get();
        }
        seen = value;
        return null;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if this instance was given greater ones
     */
    @Override
    public synchronized void raiseTo(long number) {
        if (number < seen) {
            throw new IllegalArgumentException("'" + name + "' must go on from at least " + seen
                    + ", which this instance was given, not " + number);
        }
        floor = Math.max(floor, number);
        seen = number;
        fault = null;
    }

    @Override
    public void giveBack(NumberBlock rest) {
        requests.await(() -> store.takeBack(name, rest.end() - 1, rest.first() - 1));
    }
}
