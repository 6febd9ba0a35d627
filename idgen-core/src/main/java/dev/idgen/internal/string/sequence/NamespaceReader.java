package dev.idgen.internal.string.sequence;

import dev.idgen.IdgenException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Conversation;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.string.sequence.NamespaceMembership.Reading;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;

/** Reads the namespace's terms until they could be read, and then from time to time. Used by the planner only. */
final class NamespaceReader {

    /** The planner, which is told of the outcome. */
    interface Listener {

        /** The instance may lease: the terms that were just read agree. */
        void joined();

        /** The instance may not lease, see {@link NamespaceMembership#refusal}. */
        void refused();

        void failed(Throwable failure);
    }

    private final Register register;
    private final NamespaceMembership membership;
    private final Requests requests;
    private final NamespaceCensus census;
    private final SequenceSettings settings;
    private final TimeSource time;
    private final SequenceLog log;
    private final Listener outcome;

    private boolean underWay;
    private boolean pausing;
    private boolean counted;
    private boolean wasJoined;
    private long joinedAt;
    private long readAt;

    NamespaceReader(
            NamespaceCensus census,
            SequenceState state,
            Requests requests,
            SequenceSettings settings,
            TimeSource time,
            Listener outcome) {
        this.register = census.register();
        this.membership = state.membership();
        this.requests = requests;
        this.census = census;
        this.settings = settings;
        this.time = time;
        this.log = state.log();
        this.outcome = outcome;
    }

    /** Reads the terms if they have not been read yet and no attempt is under way or due. */
    void joinUnlessPausing() {
        if (!pausing) {
            join();
        }
    }

    /** Reads the terms again if that was long ago. */
    void refresh(long now, long maxAgeNanos) {
        if (now - readAt >= maxAgeNanos) {
            joinUnlessPausing();
        }
    }

    private void join() {
        if (underWay) {
            return;
        }
        underWay = true;
        boolean mayMake = membership.isJoined() || counted;
        boolean mayRestore = membership.isJoined()
                && time.nanoTime() - joinedAt > 2 * settings.leaseTtl().toNanos();
        requests.send(
                () -> Conversation.<Reading>hold(
                        register,
                        "",
                        List.of(NamespaceMembership.TERMS),
                        look -> membership.read(look, mayMake, mayRestore),
                        Reading.Busy::new,
                        requests::execute),
                new Requests.Answer<Reading>() {
                    @Override
                    public void arrived(Reading reading, long requestedAt, boolean late) {
                        if (!late) {
                            underWay = false;
                            accept(reading);
                        }
                    }

                    @Override
                    public void failed(Throwable failure, long requestedAt) {
                        underWay = false;
                        NamespaceReader.this.failed(failure);
                    }
                });
    }

    private void accept(Reading reading) {
        if (reading instanceof Reading.Agreed agreed) {
            agreed(agreed.terms());
        } else if (reading instanceof Reading.Disagreed disagreed) {
            refuse(disagreed.why(), settings.breakerWait());
        } else if (reading instanceof Reading.Missing) {
            underWay = true;
            census.take(
                    () -> {
                        underWay = false;
                        counted = true;
                        join();
                    },
                    this::refusedByBuckets,
                    failure -> {
                        underWay = false;
                        failed(failure);
                    });
        } else {
            retryLater(settings.breakerWait());
        }
    }

    private void agreed(String terms) {
        readAt = time.nanoTime();
        String before = membership.recordedTerms();
        boolean was = membership.isJoined();
        membership.agreed(terms);
        if (!was) {
            log.joined(terms);
        } else if (!terms.equals(before)) {
            log.changed(terms);
        }
        if (!wasJoined) {
            wasJoined = true;
            joinedAt = readAt;
        }
        outcome.joined();
    }

    /** To look at all buckets again costs a request each. */
    private void refusedByBuckets(IdgenException why) {
        underWay = false;
        refuse(why, settings.leaseTtl());
    }

    /** This instance may not lease; that is looked at again later. */
    private void refuse(IdgenException why, Duration pause) {
        boolean was = membership.isRefused();
        membership.refuse(why);
        if (!was) {
            log.refused(why);
        }
        counted = false;
        outcome.refused();
        retryLater(pause);
    }

    private void failed(Throwable failure) {
        if (failure instanceof StoreUnsuitableException unsuitable) {
            refuse(unsuitable, settings.breakerWait());
        } else {
            outcome.failed(failure);
            retryLater(settings.breakerWait());
        }
    }

    /** Makes a pause after a failure or refusal, and tries again then if the instance cannot go on without. */
    private void retryLater(Duration pause) {
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
