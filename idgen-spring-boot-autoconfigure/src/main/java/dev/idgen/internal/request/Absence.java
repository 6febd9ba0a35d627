package dev.idgen.internal.request;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Finds out what a missing record means: that it was lost, or that nobody has ever made it. A record is new only if, looked at
 * twice, none of the many records that belong with it is there. Used by the planner only.
 *
 * <p>An instance that joined long ago knows that there was something: to it, a missing record was lost. To one that has just
 * joined it may be one that another instance is about to make.
 */
public final class Absence {

    /** Not known yet: the store is to change nothing. */
    public static final long UNKNOWN = -1;

    /** The record was lost. */
    public static final long LOST = 0;

    /** Somebody waits for the first id of all. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Then a place that does not answer counts as one that may have something. */
    private static final long LONGEST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long JUST_JOINED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Requests requests;
    private final TimeSource time;
    private final int places;
    private final long againNanos;
    private final IntFunction<? extends CompletionStage<OptionalLong>> look;
    private final Consumer<Throwable> failing;

    private boolean joined;
    private long joinedAt;
    private long unknownSince;
    private boolean looking;
    private boolean found;
    private boolean incomplete;
    private int unanswered;
    private long earliest;
    private long meaning = UNKNOWN;

    /**
     * @param ttl how long leases last: who holds one asks for more time at least ten times in it, so they find what the store lost
     *     before the second look
     * @param look looks at a place: the store's time in epoch milliseconds if nothing is there, else empty
     * @param failing is told why a look failed
     */
    public Absence(
            Requests requests,
            TimeSource time,
            int places,
            Duration ttl,
            IntFunction<? extends CompletionStage<OptionalLong>> look,
            Consumer<Throwable> failing) {
        this.requests = requests;
        this.time = time;
        this.places = places;
        this.againNanos = Math.min(ttl.toNanos() / 8, LONGEST_WAIT_NANOS);
        this.look = look;
        this.failing = failing;
    }

    /** The instance has joined: for the first time, or again. */
    public void joined() {
        if (!joined) {
            joined = true;
            joinedAt = time.nanoTime();
            unknownSince = joinedAt;
        }
    }

    /** {@link #UNKNOWN}, {@link #LOST}, or the store's time when nothing was there, in epoch milliseconds: it is new. */
    public long meaning() {
        if (meaning == UNKNOWN && joined && !looking && time.nanoTime() - unknownSince > JUST_JOINED_NANOS) {
            meaning = LOST;
        }
        return meaning;
    }

    /** Something was made, so that whatever is missing from now on was lost. */
    public void made() {
        meaning = LOST;
    }

    /**
     * A record is missing. Looks at all places, and if nothing is there once more after a while, unless that was done or is under
     * way.
     *
     * @param isNew called if nothing is there: everything is to be made, and then {@link #made} to be called
     */
    public void missing(Runnable isNew) {
        if (meaning() != UNKNOWN || looking || found) {
            return;
        }
        looking = true;
        lookAtAll(() -> requests.schedule(
                () -> lookAtAll(() -> {
                    looking = false;
                    meaning = earliest;
                    isNew.run();
                }),
                againNanos));
    }

    private void lookAtAll(Runnable nothing) {
        unanswered = places;
        incomplete = false;
        earliest = Long.MAX_VALUE;
        for (int place = 0; place < places; place++) {
            int at = place;
            requests.send(() -> look.apply(at), new Requests.Answer<OptionalLong>() {
                @Override
                public void arrived(OptionalLong nothingAt, long requestedAt, boolean late) {
                    if (!late) {
                        answered(nothingAt, nothing);
                    }
                }

                @Override
                public void failed(Throwable failure, long requestedAt) {
                    incomplete = true;
                    failing.accept(failure);
                    answered(OptionalLong.of(earliest), nothing);
                }
            });
        }
    }

    private void answered(OptionalLong nothingAt, Runnable nothing) {
        found |= nothingAt.isEmpty();
        earliest = Math.min(earliest, nothingAt.orElse(earliest));
        unanswered--;
        if (unanswered > 0) {
            return;
        }
        boolean again = incomplete && time.nanoTime() - joinedAt < LONGEST_LOOK_NANOS;
        if (!found && again) {
            requests.schedule(() -> lookAtAll(nothing), againNanos);
        } else if (found || incomplete) {
            found = true;
            looking = false;
            unknownSince = time.nanoTime(); // another instance may be making it
        } else {
            nothing.run();
        }
    }
}
