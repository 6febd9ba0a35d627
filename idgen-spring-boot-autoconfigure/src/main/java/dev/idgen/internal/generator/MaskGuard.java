package dev.idgen.internal.generator;

import dev.idgen.IdGenerator;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.Register;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Compares the masks of all generators with those of the other instances, if there is a store. */
public final class MaskGuard {

    private final String namespace;
    private final Supplier<@Nullable Register> store;
    private final TimeSource time;
    private final List<StoredMask> masks = new ArrayList<>();

    /** @param store called for the first mask; returns null if there is no store */
    public MaskGuard(String namespace, Supplier<@Nullable Register> store, TimeSource time) {
        this.namespace = namespace;
        this.store = store;
        this.time = time;
    }

    /** Returns a generator that writes and reads no text if its mask is not that of the other instances. */
    IdGenerator<?> guarded(String name, IdGenerator<?> generator) {
        String fingerprint = generator instanceof Ids<?> ids ? ids.maskFingerprint() : null;
        Register register = fingerprint == null ? null : store.get();
        if (fingerprint == null || register == null) {
            return generator;
        }
        StoredMask mask = new StoredMask(namespace, name, fingerprint, register, time);
        masks.add(mask);
        mask.start();
        return ((Ids<?>) generator).guarded(mask::check);
    }

    void start() {
        masks.forEach(StoredMask::start);
    }

    /**
     * Waits until the store has answered or failed for each mask.
     *
     * @throws NamespaceDisagreementException if a mask is not that of the other instances
     */
    void await() {
        masks.forEach(StoredMask::await);
    }
}
