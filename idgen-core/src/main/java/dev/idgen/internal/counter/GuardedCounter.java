package dev.idgen.internal.counter;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterStore;
import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterWentBackException;
import dev.idgen.IdgenException;
import dev.idgen.internal.counter.CounterTraces.Trace;
import dev.idgen.internal.request.Requests;
import dev.idgen.store.CounterChecks;
import dev.idgen.store.Progression;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A counter in the store, guarded against loss of data. If the counter is behind its earlier value, this instance takes
 * no more numbers from it, because they would repeat.
 *
 * <p>The store holds the last number that was issued. Callers see the numbers as 1, 2, 3: the i-th is
 * {@link Progression#at}.
 *
 * <p>Its monitor guards {@code floor}, {@code begin}, {@code end}, {@code note} and writes to {@code fault}.
 */
/*
 * There is one request at a time, and an answer after the timeout is ignored. So each answer that counts was requested
 * after the previous one arrived, and must begin at its end or later.
 *
 * This instance alone passed all numbers between begin and end, with one or more additions. So it may take back those,
 * and no more.
 */
final class GuardedCounter implements BlockSource {

    private final String name;
    private final CounterStore store;
    private final Requests requests;
    private final Progression numbers;

    private long floor;
    private long begin;
    private long end;
    private long note;
    private volatile @Nullable Supplier<IdgenException> fault;

    /**
     * @param floor this number and those before it count as issued
     * @param known what is known of the counter
     */
    GuardedCounter(String name, CounterStore store, Requests requests, Progression numbers, long floor, Trace known) {
        this.name = name;
        this.store = store;
        this.requests = requests;
        this.numbers = numbers;
        this.floor = numbers.at(numbers.count(floor));
        this.begin = known.value();
        this.end = known.value();
        this.note = known.note();
        if (known.isStopped()) {
            this.fault = wentBack(end, note);
        }
    }

    /** What is known of the counter. */
    synchronized Trace trace() {
        return new Trace(end, note);
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
        return numbers.count(end);
    }

    @Override
    public void take(int count, Consumer<NumberBlock> received, Consumer<Throwable> failed) {
        take(count, numbers.max(), received, failure -> {
            if (failure instanceof CounterExhaustedException) {
                synchronized (this) {
                    fault = () -> exhausted(numbers.max());
                }
            }
            failed.accept(failure);
        });
    }

    /**
     * Takes numbers up to a maximum of the request's own.
     *
     * @param failed gets a {@link CounterExhaustedException} if there are none; other requests may then get some
     */
    void take(int count, long max, Consumer<NumberBlock> received, Consumer<Throwable> failed) {
        Supplier<IdgenException> known = fault;
        if (known != null) {
            failed.accept(known.get());
            return;
        }
        long least = floor();
        long limit = numbers.upTo(max).limit();
        requests.<Long>send(
                () -> store.add(name, numbers.distance(count), least, limit),
                (value, requestedAt, late) -> {
                    requests.connectionWorks();
                    if (!late) {
                        accept(value, count, least, received, failed);
                    }
                },
                failure -> {
                    if (failure instanceof ArithmeticException && count > 1) {
                        take(count / 2, max, received, failed); // there may be some numbers left
                    } else {
                        failed.accept(failure instanceof ArithmeticException ? exhausted(max) : failure);
                    }
                });
    }

    CounterExhaustedException exhausted(long max) {
        return new CounterExhaustedException(name, numbers.upTo(max).max());
    }

    private synchronized long floor() {
        return floor;
    }

    private void accept(long value, int count, long least, Consumer<NumberBlock> received, Consumer<Throwable> failed) {
        Throwable failure = check(value - numbers.distance(count), value, least);
        if (failure == null) {
            received.accept(new NumberBlock(numbers.count(value) - count + 1, count));
        } else {
            failed.accept(failure);
        }
    }

    private synchronized @Nullable Throwable check(long before, long value, long least) {
        if (least < floor && before < floor) {
            return new IllegalStateException("'" + name + "' was raised to " + floor + " after the request was sent");
        }
        long expected = end;
        if (before < expected) {
            Supplier<IdgenException> found = wentBack(expected, before);
            fault = found;
            note = before;
            return found.get();
        }
        note = Trace.IN_STORE;
        begin = before == end ? begin : before;
        end = value;
        return null;
    }

    private Supplier<IdgenException> wentBack(long expected, long found) {
        return () -> new CounterWentBackException(name, expected, found);
    }

    /** The number that the next request with this maximum would get, as a count. */
    long preview(long max) {
        long expected;
        synchronized (this) {
            expected = end;
        }
        Supplier<IdgenException> known = fault;
        if (known != null) {
            throw known.get();
        }
        long value = CounterUnavailability.await(name, store.read(name), requests.timeout())
                .orElse(numbers.at(0));
        if (value < expected) {
            throw wentBack(expected, value).get();
        }
        return CounterChecks.next(name, numbers.upTo(max), Math.max(value, floor()));
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if this instance was given greater numbers
     * @throws CounterUnavailableException if it is unknown whether the store has raised the counter
     */
    @Override
    public void raiseTo(long number) {
        long given = position();
        if (numbers.count(number) < given) {
            throw new IllegalArgumentException("'" + name + "' must continue from at least " + numbers.at(given)
                    + ", which this instance was given, not " + number);
        }
        CounterUnavailability.await(name, store.add(name, 0, number, Long.MAX_VALUE), requests.timeout());
        synchronized (this) {
            // The store's value may be greater than this, by a request whose answer has not arrived.
            end = Math.max(end, number);
            begin = end;
            floor = Math.max(floor, number);
            note = Trace.IN_STORE;
            fault = null;
        }
    }

    @Override
    public void giveBack(NumberBlock rest) {
        long upTo;
        long from;
        synchronized (this) {
            upTo = end;
            from = Math.max(begin, end - numbers.distance(rest.count()));
        }
        if (rest.end() - 1 == numbers.count(upTo)) {
            requests.await(() -> store.giveBack(name, upTo, from));
        }
    }
}
