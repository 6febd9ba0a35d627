package dev.idgen.internal.lease;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.lease.AgreementRule.Difference;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the settings of this instance's generators with those of its namespace. The lease store has an entry for
 * each generator, which the first instance writes. An instance with other settings issues no ids of that generator,
 * unless it names the fingerprint of the entry that its own replaces.
 *
 * <p>It guards against mistakes, such as other bits for the node id. Leases are unique without it, so the entries may
 * be lost with the store.
 *
 * <p>It has no thread: until the store has answered, calls of the generators send the request again, at most once a
 * second. Meanwhile they work. Thread-safe; only one thread at a time may add generators or start it.
 */
public final class Agreement {

    /** The group of the lease store. */
    static final String GROUP = "generators";

    private static final Logger log = LoggerFactory.getLogger(Agreement.class);

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String namespace;
    private final LeaseStore leaseStore;
    private final TimeSource time;
    private final List<Generator> generators;

    /** The generators that are not compared yet. */
    private final ConcurrentLinkedQueue<Generator> open = new ConcurrentLinkedQueue<>();

    private final AtomicLong askedNanos = new AtomicLong();
    private volatile CompletableFuture<?> latest = CompletableFuture.completedFuture(null);
    private volatile @Nullable Supplier<NamespaceDisagreementException> refusal;

    /**
     * A generator of this instance.
     *
     * @param settings those that decide which ids are equal and which id a string stands for
     * @param replaces the fingerprint of the entry that this one replaces; null if it replaces none
     * @param guard receives what runs before each call, which may throw; null for nothing
     */
    public record Generator(
            String name, Map<String, ?> settings, @Nullable String replaces, Consumer<@Nullable Runnable> guard) {

        private Step<Optional<Difference>> step(Snapshot snapshot) {
            return new AgreementRule(LeaseText.empty().withAll(settings), replaces).step(name, snapshot.value(name));
        }
    }

    public Agreement(String namespace, LeaseStore leaseStore, TimeSource time, List<Generator> generators) {
        this.namespace = namespace;
        this.leaseStore = leaseStore;
        this.time = time;
        this.generators = List.copyOf(generators);
    }

    /** Begins to compare all generators, also after the process was restored from a snapshot. */
    public void start() {
        refusal = null;
        open.clear();
        open.addAll(generators);
        generators.forEach(generator -> generator.guard().accept(this::askAgain));
        askedNanos.set(time.nanoTime());
        ask();
    }

    /**
     * Waits until the store has answered or failed.
     *
     * @throws NamespaceDisagreementException if a generator is not that of the namespace
     */
    public void await() {
        try {
            latest.get(Requests.FIRST_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.warn(
                    "generators could not be compared with those of other instances; idgen tries again: {}",
                    e.toString());
        }
        Supplier<NamespaceDisagreementException> refused = refusal;
        if (refused != null) {
            throw refused.get();
        }
    }

    private void askAgain() {
        long sinceNanos = askedNanos.get();
        long nanoTime = time.nanoTime();
        if (nanoTime - sinceNanos >= PAUSE_NANOS && askedNanos.compareAndSet(sinceNanos, nanoTime)) {
            ask();
        }
    }

    /** Looks at the entries of all open generators with one request. */
    private void ask() {
        List<Generator> asked = List.copyOf(open);
        if (asked.isEmpty()) {
            return;
        }
        try {
            latest = leaseStore
                    .read(GROUP, asked.stream().map(Generator::name).toList())
                    .thenCompose(snapshot -> compared(asked, snapshot))
                    .toCompletableFuture();
        } catch (RuntimeException e) {
            latest = CompletableFuture.failedFuture(e);
        }
    }

    /** Writes the entries that are missing or replaced, one after the other. */
    private CompletionStage<?> compared(List<Generator> asked, Snapshot snapshot) {
        CompletionStage<?> written = CompletableFuture.completedFuture(null);
        for (Generator generator : asked) {
            Step<Optional<Difference>> step = generator.step(snapshot);
            if (step.write() == null) {
                decided(generator, Objects.requireNonNull(step.answer()));
            } else {
                written =
                        written.thenCompose(before -> write(generator)).thenAccept(found -> decided(generator, found));
            }
        }
        return written;
    }

    private CompletionStage<Optional<Difference>> write(Generator generator) {
        Supplier<Optional<Difference>> contended = () -> {
            throw new IllegalStateException("other instances write '" + generator.name() + "' at the same time");
        };
        return new ReadAndSet<>(leaseStore, GROUP, generator::step, contended, Runnable::run)
                .hold(List.of(generator.name()));
    }

    private void decided(Generator generator, Optional<Difference> found) {
        open.remove(generator);
        generator.guard().accept(null);
        found.ifPresent(other -> refuse(generator, other));
    }

    private void refuse(Generator generator, Difference other) {
        Supplier<NamespaceDisagreementException> refused = () -> new NamespaceDisagreementException(
                namespace, generator.name(), other.setting(), other.expected(), other.actual(), other.fingerprint());
        generator.guard().accept(() -> {
            throw refused.get();
        });
        refusal = refused;
        log.error("{}", refused.get().getMessage());
    }
}
