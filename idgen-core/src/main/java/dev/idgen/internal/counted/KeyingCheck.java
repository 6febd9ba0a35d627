package dev.idgen.internal.counted;

import dev.idgen.CounterStore;
import dev.idgen.InvalidSettingException;
import dev.idgen.internal.setting.StoreNames;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts in a store, unless a generator that has keys counted without them before, or the other way round: it would
 * begin anew, and repeat ids. A generator with keys marks that by a counter of its own, that of no key. Thread-safe.
 */
public final class KeyingCheck implements CounterStore {

    private final CounterStore store;

    /** The counters that were found not to have counted. */
    private final Set<String> unused = ConcurrentHashMap.newKeySet();

    public KeyingCheck(CounterStore store) {
        this.store = store;
    }

    /**
     * Asks once for each generator, or for each period of one with keys.
     *
     * @return fails with {@link InvalidSettingException} if the generator counted in the other way before
     */
    public CompletionStage<Boolean> check(String counter) {
        int end = (counter + ":").indexOf(':');
        String generator = counter.substring(0, end);
        boolean keyed = counter.startsWith(StoreNames.KEYED, end);
        String mark = StoreNames.keyed(generator, "");
        int period = counter.indexOf(':', end + StoreNames.KEYED.length());
        String other = !keyed ? mark : period < 0 ? generator : generator + counter.substring(period);
        if (unused.contains(other)) {
            return CompletableFuture.completedFuture(true);
        }
        return store.takeBack(other, 0, 0)
                .thenCompose(isUnused -> isUnused
                        ? keyed ? store.add(mark, 1, 0) : CompletableFuture.completedFuture(0L)
                        : CompletableFuture.failedFuture(otherwise(generator, keyed, other)))
                .thenApply(marked -> unused.add(other));
    }

    private static InvalidSettingException otherwise(String generator, boolean keyed, String other) {
        return new InvalidSettingException(
                "idgen.generators." + generator,
                (keyed ? "has keys, and counted without" : "has no keys, and counted with") + " them before, as '"
                        + other + "' in the store shows: its numbers would begin anew",
                "Give the generator another name, under which nothing was counted; or configure it as before.");
    }

    @Override
    public CompletionStage<Long> add(String counter, long delta, long floor) {
        return check(counter).thenCompose(checked -> store.add(counter, delta, floor));
    }

    @Override
    public CompletionStage<Boolean> takeBack(String counter, long expected, long value) {
        return store.takeBack(counter, expected, value);
    }
}
