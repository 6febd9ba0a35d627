package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.Objects;

/** Reads the namespace's record until it could be read, and then from time to time. Used by the planner only. */
final class NamespaceReader {

    /** The planner, which is told of the outcome. */
    interface Listener {

        /** The store has answered, whatever it said. */
        void answered(long clock, long requestedAt);

        /** The instance may lease: the record that was just read agrees. */
        void joined();

        /** The instance may not lease, see {@link NamespaceMembership#disagreement}. */
        void refused();

        void failed(Throwable failure);
    }

    private final LeaseStore store;
    private final NamespaceMembership membership;
    private final Requests requests;
    private final Duration pause;
    private final TimeSource time;
    private final SequenceLog log;
    private final Listener outcome;

    private boolean underWay;
    private boolean pausing;
    private long readAt;

    /** @param pause between a failure or refusal and the next attempt */
    NamespaceReader(
            LeaseStore store,
            SequenceState state,
            Requests requests,
            Duration pause,
            TimeSource time,
            Listener outcome) {
        this.store = store;
        this.membership = state.membership();
        this.requests = requests;
        this.pause = pause;
        this.time = time;
        this.log = state.log();
        this.outcome = outcome;
    }

    /** Reads the record if it has not been read yet and no attempt is under way or due. */
    void joinUnlessPausing() {
        if (!pausing) {
            join();
        }
    }

    boolean isFresh(long now, long maxAgeNanos) {
        return now - readAt < maxAgeNanos;
    }

    /** Reads the record again if that was long ago. */
    void refresh(long now, long maxAgeNanos) {
        if (!isFresh(now, maxAgeNanos)) {
            joinUnlessPausing();
        }
    }

    /** Reads the record now. */
    private void join() {
        if (underWay) {
            return;
        }
        underWay = true;
        requests.send(() -> store.join(membership.claim()), new Requests.Answer<Namespace>() {
            @Override
            public void arrived(Namespace read, long requestedAt, boolean late) {
                underWay = false;
                outcome.answered(read.clock(), requestedAt);
                accept(read);
            }

            @Override
            public void failed(Throwable failure, long requestedAt) {
                underWay = false;
                outcome.failed(failure);
                retryLater();
            }
        });
    }

    private void accept(Namespace read) {
        readAt = time.nanoTime();
        boolean wasJoined = membership.isJoined();
        String recorded = membership.recordedTerms();
        boolean wasRefused = membership.disagreement() != null;
        if (!membership.accept(read, readAt)) {
            if (!wasRefused) {
                log.disagreed(Objects.requireNonNull(membership.disagreement()));
            }
            outcome.refused();
            retryLater();
        } else {
            if (!wasJoined) {
                log.joined(read);
            } else if (!read.terms().equals(recorded)) {
                log.changed(read);
            }
            outcome.joined();
        }
    }

    /** Makes a pause after a failure or refusal, and tries again then if the instance cannot go on without. */
    private void retryLater() {
        if (!pausing) {
            pausing = true;
            requests.schedule(
                    () -> {
                        pausing = false;
                        if (!membership.isJoined()) {
                            join();
                        }
                    },
                    pause.toNanos());
        }
    }
}
