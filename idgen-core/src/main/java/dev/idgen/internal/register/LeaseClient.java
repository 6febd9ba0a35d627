package dev.idgen.internal.register;

import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An instance's side of a register, for leases of any kind. It asks rules about stored values, and does what every
 * answer or failure requires. It judges the store's clock, sets the instance's clock by it, keeps the latest failure,
 * and logs both.
 *
 * <p>Used only on the planner's thread, except where a method says "any thread".
 */
public final class LeaseClient {

    private final Register register;
    private final Requests requests;
    private final TimeSource time;
    private final StampClock clock;
    private final Waiters waiters;
    private final StoreLog log;
    private final ClockTrust trust;
    private volatile @Nullable Throwable latestFailure;
    private boolean granted;

    /** No time later than this was shown before the clock was last set. Guarded by this object's monitor. */
    private long shown = Long.MIN_VALUE;

    /**
     * @param clock stamps the ids
     * @param waiters callers that wait for the first lease or failure
     */
    public LeaseClient(
            Register register, Requests requests, TimeSource time, StampClock clock, Waiters waiters, StoreLog log) {
        this.register = register;
        this.requests = requests;
        this.time = time;
        this.clock = clock;
        this.waiters = waiters;
        this.log = log;
        this.trust = new ClockTrust(time);
    }

    public Register register() {
        return register;
    }

    /** Any thread. */
    public Requests requests() {
        return requests;
    }

    /** Any thread. */
    public TimeSource time() {
        return time;
    }

    /** Any thread. */
    public StampClock clock() {
        return clock;
    }

    public StoreLog log() {
        return log;
    }

    /** The latest failure, if nothing has worked since; else null. Any thread. */
    public @Nullable Throwable latestFailure() {
        return latestFailure;
    }

    /**
     * Holds a conversation about values of a group.
     *
     * @param rule asked about a look, on the planner's thread. It passes the start of the values' latest grant to the
     *     function, or 0 if unknown, and gets the look's circumstances
     * @param contended the answer if other instances want the same values
     */
    public <A> CompletionStage<A> ask(
            String group,
            List<String> names,
            BiFunction<? super Look, LongFunction<Circumstances>, Step<A>> rule,
            Supplier<? extends A> contended) {
        long askedAt = time.nanoTime();
        Function<Look, Step<A>> judging = look -> rule.apply(look, last -> judged(look, last, askedAt));
        return new Conversation<>(register, group, judging, contended, requests::execute).hold(names);
    }

    /** Receives the answer to a request. */
    public interface Arrival<A> {

        /** See {@link Requests.Answer#arrived}. */
        void of(A answer, long requestedAt, boolean late);
    }

    /** Sends a request, see {@link Requests#send}. */
    public <A> void send(
            Supplier<? extends CompletionStage<A>> request, Arrival<? super A> arrived, Consumer<Throwable> failed) {
        requests.send(request, new Requests.Answer<A>() {
            @Override
            public void arrived(A answer, long requestedAt, boolean late) {
                arrived.of(answer, requestedAt, late);
            }

            @Override
            public void failed(Throwable failure, long requestedAt) {
                failed.accept(failure);
            }
        });
    }

    private Circumstances judged(Look look, long last, long askedAt) {
        Circumstances at = trust.at(look, last);
        if (at.isTrusted()) {
            log.clock(synchronize(look.time(), askedAt), clock.skew());
        } else {
            log.clockFarAhead(Duration.ofMillis(look.time() - at.now()));
        }
        return at;
    }

    /** Whether the clock of a look is believed. */
    boolean isTrusted(Look look) {
        return trust.at(look, 0).isTrusted();
    }

    private synchronized boolean synchronize(long storeMillis, long askedAt) {
        long before = time.nanoTime();
        long shownBefore = clock.millisAt(before);
        boolean trusted = clock.synchronize(storeMillis, askedAt);
        // Until now, another thread may have read the clock as it was before.
        long took = TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - before) + 1;
        shown = Math.max(shown, shownBefore + took);
        return trusted;
    }

    /**
     * No shown time of the clock is later than this, in epoch milliseconds, even if the clock was set back. Times from
     * before a lease count too: a thread may have read one, then looked at the node id and found it leased. Any thread.
     */
    public synchronized long latestShown() {
        return Math.max(shown, clock.millisAt(time.nanoTime()));
    }

    /**
     * Sends a request for each place. Passes on the answers in the order of the places, without the failed ones, and a
     * failure if there was one.
     */
    public <T> void askAll(
            int places, IntFunction<CompletionStage<T>> request, BiConsumer<List<T>, @Nullable Throwable> answered) {
        Map<Integer, T> answers = new TreeMap<>();
        List<Throwable> failures = new ArrayList<>();
        Runnable next = () -> {
            if (answers.size() + failures.size() == places) {
                answered.accept(List.copyOf(answers.values()), failures.isEmpty() ? null : failures.get(0));
            }
        };
        for (int i = 0; i < places; i++) {
            int place = i;
            send(
                    () -> request.apply(place),
                    (answer, requestedAt, late) -> {
                        if (!late) {
                            answers.put(place, answer);
                            next.run();
                        }
                    },
                    failure -> {
                        failures.add(failure);
                        next.run();
                    });
        }
    }

    /** Notes a grant: the connection works, and a value that is missing from now on was lost. */
    public void granted() {
        granted = true;
        requests.connectionWorks();
        log.granted();
        works();
    }

    /** Whether this instance has had a grant. */
    boolean hasGrant() {
        return granted;
    }

    /** Notes that the store works. */
    public void works() {
        latestFailure = null;
    }

    /** Logs and notes that a request failed, or that the store refused this instance. */
    public void failed(String what, Throwable failure) {
        log.failed(what, failure);
        fails(failure);
    }

    /** Notes a failure that is already logged. */
    public void fails(Throwable failure) {
        latestFailure = failure;
        waiters.noteOutcome();
    }
}
