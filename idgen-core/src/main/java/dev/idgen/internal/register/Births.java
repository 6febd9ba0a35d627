package dev.idgen.internal.register;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Decides whether a missing value was lost, or its namespace or pool is new. It is new if this instance looks at all
 * places twice, gets every answer, and finds no value. Then this class writes all values, before the instance takes its
 * first number or node id.
 *
 * <p>Each value is written by a swap on its own second look. The register refuses the swap if another instance has
 * written the value, if the run has changed, or if it comes too late. Once any value exists, a missing one counts as
 * lost. While there is none, this class looks again, unless the store is too slow for a birth. An instance without a
 * grant may not know the ttl of instances that have one.
 *
 * <p>Used only on the planner's thread.
 */
public final class Births {

    /**
     * The values that a namespace or pool has from its birth.
     *
     * @param groups the group of each place, at least one
     * @param names the values to look at in each group, none of which may exist. The first is the one to write
     * @param newborn the value of a newborn place, usable from {@value Register#SWAP_LIMIT_MILLIS} ms after the look
     * @param isForeign whether a place has a value with another ttl. If so, this instance writes no missing value
     */
    public record Places(
            List<String> groups,
            List<String> names,
            BiFunction<Integer, Look, String> newborn,
            Predicate<Look> isForeign) {}

    /** By then, instances with another ttl may have been stopped and their values deleted. */
    private static final long FOREIGN_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Another instance that found no value writes its values within this time. */
    private static final long MAKING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LeaseClient client;
    private final Places places;
    private final String what;
    private final Runnable decided;
    private final long pauseNanos;

    private boolean busy;
    private boolean isOld;
    private boolean isForeign;
    private long oldSince;

    /**
     * @param ttl how long leases last. Their holders ask ten times per ttl, so they notice a loss before the second
     *     look, an eighth of the ttl later
     * @param what what it looks for, for the log
     * @param decided called after the decision, once all new values are written
     */
    public Births(LeaseClient client, Duration ttl, Places places, String what, Runnable decided) {
        this.client = client;
        this.places = places;
        this.what = what;
        this.decided = decided;
        this.pauseNanos = ttl.toNanos() / 8;
    }

    /** Notes that a value was found. Other values may still be on their way, but there will be no birth. */
    public void found() {
        if (!isOld) {
            isOld = true;
            oldSince = client.time().nanoTime();
        }
    }

    /**
     * Whether a missing value counts as lost. It does once this instance has had a grant. If that is undecided, this
     * method decides it in the background and writes the values if they are new. The caller looks again soon.
     */
    public boolean isLost() {
        if (client.hasGrant()) {
            return true;
        }
        long oldFor = client.time().nanoTime() - oldSince;
        if (isForeign && !busy && oldFor > FOREIGN_NANOS) {
            isOld = false;
        }
        if (!isForeign && isOld && !busy && oldFor > MAKING_NANOS) {
            return true;
        }
        if (!isOld && !busy) {
            busy = true;
            lookAtAll(this::lookAgain);
        }
        return false;
    }

    /** Whether a decision is under way; it is useless to ask the store meanwhile. */
    public boolean isDeciding() {
        return busy;
    }

    private void lookAtAll(Consumer<List<Look>> nothing) {
        askAll(group -> client.register().look(places.groups().get(group), places.names()), looks -> {
            isForeign = looks.stream().anyMatch(places.isForeign());
            boolean complete =
                    looks.size() == places.groups().size() && looks.stream().allMatch(client::isTrusted);
            if (isOld || looks.stream().anyMatch(look -> !look.values().isEmpty())) {
                end();
            } else if (complete) {
                nothing.accept(looks);
            } else {
                client.requests().schedule(() -> lookAtAll(nothing), pauseNanos);
            }
        });
    }

    private void lookAgain(List<Look> looks) {
        client.requests()
                .schedule(() -> lookAtAll(this::make), client.register().isShared() ? pauseNanos : 0);
    }

    private void make(List<Look> looks) {
        askAll(place -> make(place, looks.get(place)), swaps -> {
            isForeign = swaps.stream().map(Register.Swapped::look).anyMatch(places.isForeign());
            if (swaps.stream().anyMatch(swapped -> !swapped.look().values().isEmpty()) || isTooSlow(looks, swaps)) {
                end();
            } else {
                lookAtAll(this::lookAgain);
            }
        });
    }

    private CompletionStage<Register.Swapped> make(int place, Look look) {
        String born = places.newborn().apply(place, bornOf(look));
        return client.register()
                .swap(places.groups().get(place), look, places.names().get(0), born);
    }

    /**
     * Whether every swap was refused only because it came too late: no value exists and the run is the same. So slow a
     * store allows no birth. A doubt takes longer too, but its value is written.
     */
    private boolean isTooSlow(List<Look> looks, List<Register.Swapped> swaps) {
        return swaps.size() == looks.size()
                && IntStream.range(0, swaps.size())
                        .allMatch(place -> swaps.get(place)
                                .look()
                                .run()
                                .equals(looks.get(place).run()));
    }

    /**
     * A new value may be used only once its swap is too late to be repeated. In an unshared register nothing repeats a
     * swap.
     */
    private Look bornOf(Look look) {
        long time = client.register().isShared() ? look.time() : look.time() - Register.SWAP_LIMIT_MILLIS - 1;
        return new Look(time, look.run(), look.epoch(), look.names(), look.values());
    }

    private void end() {
        busy = false;
        isOld = true;
        oldSince = client.time().nanoTime();
        decided.run();
    }

    private <T> void askAll(IntFunction<CompletionStage<T>> request, Consumer<List<T>> answered) {
        client.askAll(places.groups().size(), request, (answers, failure) -> {
            if (failure != null) {
                client.failed(what, failure);
            }
            answered.accept(answers);
        });
    }
}
