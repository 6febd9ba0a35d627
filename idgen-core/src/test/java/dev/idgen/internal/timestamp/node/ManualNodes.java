package dev.idgen.internal.timestamp.node;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A node id that changes only when told to. Waiting lets time pass on the clock it was given. Code can be put where a
 * thread may be held up: before it learns the current node id, and before it waits for one. Thread-safe.
 */
public final class ManualNodes implements NodeSource {

    /** So many renewals in a row are a loop that does not end. */
    private static final int MAX_RENEWALS = 10_000;

    private final TimeSource time;
    private final boolean exclusive;
    private final boolean renewable;
    private final AtomicReference<@Nullable Node> current = new AtomicReference<>();
    private final AtomicReference<CompletableFuture<Void>> changed = new AtomicReference<>(new CompletableFuture<>());
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicReference<Duration> lead = new AtomicReference<>(Duration.ZERO);
    private volatile Runnable beforeCurrent = () -> {};
    private volatile Runnable afterCurrent = () -> {};
    private volatile Runnable beforeAwait = () -> {};

    private ManualNodes(TimeSource time, boolean exclusive, boolean renewable, @Nullable Node node) {
        this.time = time;
        this.exclusive = exclusive;
        this.renewable = renewable;
        current.set(node);
    }

    /** One node id for ever, which other processes may have had before. */
    public static ManualNodes fixed(long id, TimeSource time) {
        return new ManualNodes(time, false, false, Node.always(id));
    }

    /** A node id of this process only, which becomes the next number when it is renewed. */
    public static ManualNodes renewable(long id, TimeSource time) {
        return new ManualNodes(time, true, true, Node.always(id));
    }

    /** A node id that is lent for a window, or none to begin with. */
    public static ManualNodes leased(@Nullable Node node, TimeSource time) {
        return new ManualNodes(time, true, false, node);
    }

    /** Changes the node id. It must be another object than any before. */
    public void set(@Nullable Node node) {
        current.set(node);
        changed.getAndSet(new CompletableFuture<>()).complete(null);
    }

    /** Keeps the window of the current node id open. */
    public void extendTo(long end) {
        Node node = current.get();
        if (node != null) {
            node.extendTo(end);
        }
    }

    /** Runs each time before the current node id is read. */
    public void beforeCurrent(Runnable action) {
        beforeCurrent = action;
    }

    /** Runs each time when the current node id has been read, and before the reader learns it. */
    public void afterCurrent(Runnable action) {
        afterCurrent = action;
    }

    /** Runs each time before a thread waits for a node id. */
    public void beforeAwait(Runnable action) {
        beforeAwait = action;
    }

    /** How often the identity was replaced. */
    public int renewals() {
        return renewals.get();
    }

    /** How far timestamps may be ahead, as the generator said. */
    public Duration lead() {
        return lead.get();
    }

    @Override
    public @Nullable Node current() {
        beforeCurrent.run();
        Node node = current.get();
        afterCurrent.run();
        return node;
    }

    @Override
    public long millis() {
        return time.millis();
    }

    @Override
    public long recentMillis() {
        return time.recentMillis();
    }

    @Override
    public Node await(long notAfter, Duration most) {
        beforeAwait.run();
        long begun = time.nanoTime();
        for (; ; ) {
            Node node = current.get();
            if (node != null && node.notAfter() > notAfter) {
                return node;
            }
            long waited = time.nanoTime() - begun;
            if (waited >= most.toNanos()) {
                Reason reason = node == null ? Reason.NOT_ANSWERED : Reason.RAN_OUT;
                throw new NodeIdUnavailableException(reason, 1, List.of(), TimeUnit.NANOSECONDS.toMillis(waited), null);
            }
            time.pause(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** {@inheritDoc} A deadline that is to come does not end it. */
    @Override
    public CompletableFuture<Node> awaitAsync(long notAfter, Duration most) {
        if (most.isNegative() || most.isZero()) {
            return CompletableFuture.failedFuture(
                    new NodeIdUnavailableException(Reason.NOT_ANSWERED, 1, List.of(), 0, null));
        }
        Node node = current.get();
        return node != null && node.notAfter() > notAfter
                ? CompletableFuture.completedFuture(node)
                : changed.get().thenCompose(change -> awaitAsync(notAfter, most));
    }

    @Override
    public Optional<Node> renewed(Node stuck) {
        if (!renewable) {
            return Optional.empty();
        }
        if (current.compareAndSet(stuck, Node.always(stuck.id() + 1)) && renewals.incrementAndGet() > MAX_RENEWALS) {
            throw new AssertionError("renewed " + MAX_RENEWALS + " times");
        }
        return Optional.ofNullable(current.get());
    }

    @Override
    public void allowLead(Duration duration) {
        lead.accumulateAndGet(duration, (a, b) -> a.compareTo(b) > 0 ? a : b);
    }

    @Override
    public boolean isExclusive() {
        return exclusive;
    }

    @Override
    public CompletableFuture<Void> giveBack() {
        current.set(null);
        return CompletableFuture.completedFuture(null);
    }
}
