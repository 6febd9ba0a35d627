package dev.idgen.internal.counted;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A sequence that begins anew after it was closed: it forgets what it held, saw or raised before, like a process that starts.
 * Thread-safe; its monitor guards the change from one to the next.
 */
final class RestartableSequence implements NumberSequence {

    private final Supplier<NumberSequence> opening;
    private volatile NumberSequence present;
    private long issuedBefore;

    /** Opens the first one at once. */
    RestartableSequence(Supplier<NumberSequence> opening) {
        this.opening = opening;
        this.present = opening.get();
    }

    /** Counts anew. The sequence that was closed stays closed for those who are calling it at this moment. */
    void reopen() {
        NumberSequence next = opening.get();
        synchronized (this) {
            issuedBefore += present.tally().issued();
            present = next;
        }
    }

    @Override
    public long next() {
        return present.next();
    }

    @Override
    public long[] next(int count) {
        return present.next(count);
    }

    @Override
    public CompletableFuture<Long> nextAsync() {
        return present.nextAsync();
    }

    @Override
    public void raiseTo(long floor) {
        present.raiseTo(floor);
    }

    @Override
    public synchronized Tally tally() {
        Tally own = present.tally();
        return new Tally(issuedBefore + own.issued(), own.held(), own.waiting(), own.position());
    }

    @Override
    public Optional<String> trouble() {
        return present.trouble();
    }

    @Override
    public void close() {
        present.close();
    }
}
