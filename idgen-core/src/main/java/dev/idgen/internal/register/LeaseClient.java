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
 * An instance's side of a register, for leases of any kind: asks rules about what is stored, and does what every answer
 * or failure asks for, whatever is leased. It judges the store's clock and sets the instance's by it, keeps the latest
 * failure, and logs both.
 *
 * <p>Used by the planner only, except where a method says otherwise.
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

    /** No time later than this was shown before the clock was set last. Guarded by this object's monitor. */
    private long shown = Long.MIN_VALUE;

    /**
     * @param clock what ids are stamped with
     * @param waiters those who wait for the first lease or failure
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

    /** The failure since which nothing has worked; null if there is none. Any thread. */
    public @Nullable Throwable latestFailure() {
        return latestFailure;
    }

    /**
     * Holds a conversation about values of a group.
     *
     * @param rule asked about a look; it tells when the values were granted from last, 0 if that is not known, and gets
     *     what the look's time is worth. It is asked on the planner's thread
     * @param contended the answer if others want the same values
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

    /** Takes the answer to a request. */
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
        // Another thread may have read the clock as it was until this moment.
        long took = TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - before) + 1;
        shown = Math.max(shown, shownBefore + took);
        return trusted;
    }

    /**
     * The clock has shown no time later than this, in epoch milliseconds, also if it was set back since. Times from
     * before a lease count as well: a thread may have read one, looked at the node id a moment later, and found it
     * leased by then. Any thread.
     */
    public synchronized long latestShown() {
        return Math.max(shown, clock.millisAt(time.nanoTime()));
    }

    /**
     * Sends a request for each place, and hands on the answers in the order of the places, without those that failed,
     * and a failure.
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

    /** Something was granted: the connection works, and what is missing from now on was lost. */
    public void granted() {
        granted = true;
        requests.connectionWorks();
        log.granted();
        works();
    }

    /** Whether anything was granted. */
    boolean hasGrant() {
        return granted;
    }

    /** The store works. */
    public void works() {
        latestFailure = null;
    }

    /** A request failed, or the store refused this instance. */
    public void failed(String what, Throwable failure) {
        log.failed(what, failure);
        fails(failure);
    }

    /** Likewise, when it was logged already. */
    public void fails(Throwable failure) {
        latestFailure = failure;
        waiters.noteOutcome();
    }
}
