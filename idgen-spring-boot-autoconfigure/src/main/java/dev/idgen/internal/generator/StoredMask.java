package dev.idgen.internal.generator;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.Register;
import dev.idgen.Register.Snapshot;
import dev.idgen.Register.Swapped;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the mask of one generator with the fingerprint in the store. With another mask, an old text would be another
 * id. The first instance of a namespace writes the fingerprint, and the first one with a new key appends that of the
 * key.
 *
 * <p>It has no thread: until the store has answered, a text that is written or read sends the request again, at most
 * once a second. Meanwhile ids are written and read. Once the store has another fingerprint, that fails. Thread-safe.
 */
final class StoredMask {

    static final String GROUP = "masks";

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger log = LoggerFactory.getLogger(StoredMask.class);

    private final String namespace;
    private final String generator;

    /** Of all keys, oldest first. */
    private final String fingerprint;

    private final Register register;
    private final TimeSource time;
    private final AtomicLong askedAt;

    /** The fingerprint in the store; null while unknown. */
    private volatile @Nullable String stored;

    private volatile CompletableFuture<?> latest = CompletableFuture.completedFuture(null);

    StoredMask(String namespace, String generator, String fingerprint, Register register, TimeSource time) {
        this.namespace = namespace;
        this.generator = generator;
        this.fingerprint = fingerprint;
        this.register = register;
        this.time = time;
        this.askedAt = new AtomicLong(time.nanoTime() - PAUSE_NANOS);
    }

    /** Sends the first request, also after the process was restored from a snapshot. */
    void start() {
        stored = null;
        askedAt.set(time.nanoTime());
        ask();
    }

    /**
     * Waits until the store has answered or failed.
     *
     * @throws NamespaceDisagreementException if the store has another fingerprint
     */
    void await() {
        try {
            latest.get(Requests.FIRST_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.warn(
                    "'{}' could not be compared with that of other instances; idgen tries again: {}",
                    setting(),
                    e.toString());
        }
        refuseOther(stored);
    }

    /**
     * Runs before a text is written or read.
     *
     * @throws NamespaceDisagreementException if the store has another fingerprint
     */
    void check() {
        String found = stored;
        long since = askedAt.get();
        if (found == null && time.nanoTime() - since >= PAUSE_NANOS && askedAt.compareAndSet(since, time.nanoTime())) {
            ask();
        }
        refuseOther(found);
    }

    private void refuseOther(@Nullable String found) {
        if (found != null && !extend(found, fingerprint) && !extend(fingerprint, found)) {
            throw new NamespaceDisagreementException(namespace, setting(), found, fingerprint);
        }
    }

    /** Whether these are the other keys, perhaps with newer ones. Older instances run during an update. */
    private static boolean extend(String these, String others) {
        return (these + "+").startsWith(others + "+");
    }

    private String setting() {
        return GeneratorProperties.PREFIX + "." + generator + ".text.mask";
    }

    private void ask() {
        try {
            latest = register.look(GROUP, List.of(generator))
                    .thenCompose(this::written)
                    .thenAccept(found -> stored = found)
                    .toCompletableFuture();
        } catch (RuntimeException e) {
            latest = CompletableFuture.failedFuture(e);
        }
    }

    /** The stored fingerprint, after this one was written if it has more keys; null if a swap lost a race. */
    private CompletionStage<@Nullable String> written(Snapshot look) {
        String found = look.value(generator);
        boolean older = found == null || (extend(fingerprint, found) && !found.equals(fingerprint));
        return !older
                ? CompletableFuture.completedFuture(found)
                : register.swap(GROUP, look, generator, fingerprint)
                        .thenApply(Swapped::after)
                        .thenApply(after -> after.value(generator));
    }
}
