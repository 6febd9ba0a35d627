package dev.idgen.request;

import dev.idgen.time.TimeSource;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Finds out what a missing record means: that it was lost, or that nobody has ever made it. It is new only if nothing of what
 * it belongs to is there, in none of many places. Used by the planner only.
 *
 * <p>An instance that joined long ago knows that there was something: to it, a missing record was lost. To one that has just
 * joined it may be one that another instance is about to make.
 */
public final class Absence {

    /** Not known yet: the store is to change nothing. */
    public static final long UNKNOWN = -1;

    /** The record was lost. */
    public static final long LOST = 0;

    private static final long JUST_JOINED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Requests requests;
    private final TimeSource time;
    private final int places;
    private final IntFunction<? extends CompletionStage<OptionalLong>> look;

    private boolean joined;
    private long joinedAt;
    private boolean looking;
    private boolean found;
    private int unanswered;
    private long earliest;
    private long meaning = UNKNOWN;

    /** @param look looks at a place: the store's time in epoch milliseconds if nothing is there, else empty */
    public Absence(
            Requests requests, TimeSource time, int places, IntFunction<? extends CompletionStage<OptionalLong>> look) {
        this.requests = requests;
        this.time = time;
        this.places = places;
        this.look = look;
    }

    /** The instance has joined: for the first time, or again. */
    public void joined() {
        if (!joined) {
            joined = true;
            joinedAt = time.nanoTime();
        }
    }

    /** {@link #UNKNOWN}, {@link #LOST}, or the store's time when nothing was there, in epoch milliseconds: it is new. */
    public long meaning() {
        if (meaning == UNKNOWN && joined && !looking && time.nanoTime() - joinedAt > JUST_JOINED_NANOS) {
            meaning = LOST;
        }
        return meaning;
    }

    /** Something was made, so that whatever is missing from now on was lost. */
    public void made() {
        meaning = LOST;
    }

    /**
     * A record is missing. Looks at all places, unless that was done or is under way.
     *
     * @param isNew called if nothing is there: everything is to be made, and then {@link #made} to be called
     */
    public void missing(Runnable isNew) {
        if (meaning() != UNKNOWN || looking || found) {
            return;
        }
        looking = true;
        unanswered = places;
        earliest = Long.MAX_VALUE;
        for (int place = 0; place < places; place++) {
            int at = place;
            requests.send(() -> look.apply(at), new Requests.Answer<OptionalLong>() {
                @Override
                public void arrived(OptionalLong nothingAt, long requestedAt, boolean late) {
                    if (!late) {
                        answered(nothingAt, isNew);
                    }
                }

                @Override
                public void failed(Throwable failure, long requestedAt) {
                    answered(OptionalLong.empty(), isNew);
                }
            });
        }
    }

    private void answered(OptionalLong nothingAt, Runnable isNew) {
        found |= nothingAt.isEmpty();
        earliest = Math.min(earliest, nothingAt.orElse(earliest));
        unanswered--;
        if (unanswered == 0) {
            looking = false;
            if (!found) {
                meaning = earliest;
                isNew.run();
            }
        }
    }
}
