package dev.idgen.internal.register;

import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Decides what a missing value means: that it was lost, or that its namespace or pool is new. It is new if this instance looks at all
 * places twice, every look is answered, and none finds a value. Then this makes all values, before the instance takes its first
 * number or node id.
 *
 * <p>Each value is made by a swap on its own second look. So the register refuses it if another instance has made the value, if the
 * run has changed, or if it comes too late. Once any value is there, what is still missing counts as lost. As long as none is, this
 * looks again, unless the store is too slow for a birth: an instance that has had no grant may not know the ttl of those that have.
 *
 * <p>Used by the planner only.
 */
public final class Births {

    /** The values that a namespace or pool has from its birth on. */
    public interface Places {

        /** How many there are, from 1 up. */
        int count();

        /** The group of a place, 0 to {@link #count} - 1. */
        String group(int place);

        /** What is looked at in each group, none of which may be there. The first is the value that is made. */
        List<String> names();

        /** The value of a place that is born, which may be used {@value Register#SWAP_LIMIT_MILLIS} ms after the look. */
        String newborn(int place, Look look);

        /** Whether a place has a value with another ttl: then what is missing is not this instance's to write. */
        boolean isForeign(Look look);

        /** Hears why a look or a swap failed. */
        void failed(Throwable failure);

        /** Hears that it is decided, and that what is new has been made. */
        default void decided() {}
    }

    /** Instances with another ttl may have been stopped by then, and their values deleted. */
    private static final long FOREIGN_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Within this time another instance that found nothing makes its values. */
    private static final long MAKING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Register register;
    private final Requests requests;
    private final TimeSource time;
    private final ClockTrust trust;
    private final Places places;
    private final long pauseNanos;

    private boolean granted;
    private boolean busy;
    private boolean isOld;
    private boolean isForeign;
    private long oldSince;

    /**
     * @param trust the planner's own
     * @param ttl how long leases last. Their holders ask ten times in a ttl, so they notice a loss before the second look, an eighth of it later.
     */
    public Births(
            Register register, Requests requests, TimeSource time, ClockTrust trust, Duration ttl, Places places) {
        this.register = register;
        this.requests = requests;
        this.time = time;
        this.trust = trust;
        this.places = places;
        this.pauseNanos = ttl.toNanos() / 8;
    }

    /** A value was there. What is missing may be under way, but there will be no birth. */
    public void found() {
        if (!isOld) {
            isOld = true;
            oldSince = time.nanoTime();
        }
    }

    /** This instance has had a grant. From now on a missing value counts as lost at once. */
    public void granted() {
        granted = true;
    }

    /**
     * Tells whether a value that is missing counts as lost. If that is not decided yet, this decides it in the background and makes the
     * values if they are new. The caller looks again soon.
     */
    public boolean isLost() {
        if (!granted && isForeign && !busy && time.nanoTime() - oldSince > FOREIGN_NANOS) {
            isOld = false;
        }
        if (granted || (!isForeign && isOld && !busy && time.nanoTime() - oldSince > MAKING_NANOS)) {
            return true;
        }
        if (!isOld && !busy) {
            busy = true;
            lookAtAll(this::lookAgain);
        }
        return false;
    }

    /** Whether it is being decided, so that there is no use in asking. */
    public boolean isDeciding() {
        return busy;
    }

    private void lookAtAll(Consumer<List<Look>> nothing) {
        ask(place -> register.look(places.group(place), places.names()), looks -> {
            isForeign = looks.stream().anyMatch(places::isForeign);
            boolean complete = looks.size() == places.count()
                    && looks.stream().allMatch(look -> trust.at(look, 0).isTrusted());
            if (isOld || looks.stream().anyMatch(look -> !look.values().isEmpty())) {
                end();
            } else if (complete) {
                nothing.accept(looks);
            } else {
                requests.schedule(() -> lookAtAll(nothing), pauseNanos);
            }
        });
    }

    private void lookAgain(List<Look> looks) {
        requests.schedule(() -> lookAtAll(this::make), register.isShared() ? pauseNanos : 0);
    }

    private void make(List<Look> looks) {
        String name = places.names().get(0);
        ask(
                place -> register.swap(
                        places.group(place), looks.get(place), name, places.newborn(place, bornOf(looks.get(place)))),
                swaps -> {
                    isForeign = swaps.stream().anyMatch(swapped -> places.isForeign(swapped.look()));
                    if (swaps.stream()
                                    .anyMatch(
                                            swapped -> !swapped.look().values().isEmpty())
                            || isTooSlow(looks, swaps)) {
                        end();
                    } else {
                        lookAtAll(this::lookAgain);
                    }
                });
    }

    /**
     * Whether all swaps were refused though nothing is there and the run is the same, so only for their time. A store so slow makes no
     * births. A doubt takes longer, but is written.
     */
    private boolean isTooSlow(List<Look> looks, List<Register.Swapped> swaps) {
        return swaps.size() == looks.size()
                && IntStream.range(0, swaps.size())
                        .allMatch(place -> swaps.get(place)
                                .look()
                                .run()
                                .equals(looks.get(place).run()));
    }

    /** A value may not be used before the swap that makes it is too late to be repeated. In this process nothing repeats it. */
    private Look bornOf(Look look) {
        long time = register.isShared() ? look.time() : look.time() - Register.SWAP_LIMIT_MILLIS - 1;
        return new Look(time, look.run(), look.epoch(), look.names(), look.values());
    }

    private void end() {
        busy = false;
        isOld = true;
        oldSince = time.nanoTime();
        places.decided();
    }

    /** Sends a request for each place, and hands on the answers in the order of the places: fewer if any failed. */
    private <T> void ask(IntFunction<CompletionStage<T>> request, Consumer<List<T>> answered) {
        int count = places.count();
        Map<Integer, T> answers = new TreeMap<>();
        AtomicInteger outstanding = new AtomicInteger(count);
        for (int i = 0; i < count; i++) {
            int place = i;
            requests.send(() -> request.apply(place), new Requests.Answer<T>() {
                @Override
                public void arrived(T reply, long requestedAt, boolean late) {
                    if (!late) {
                        answers.put(place, reply);
                        next();
                    }
                }

                @Override
                public void failed(Throwable failure, long requestedAt) {
                    places.failed(failure);
                    next();
                }

                private void next() {
                    if (outstanding.decrementAndGet() == 0) {
                        answered.accept(List.copyOf(answers.values()));
                    }
                }
            });
        }
    }
}
