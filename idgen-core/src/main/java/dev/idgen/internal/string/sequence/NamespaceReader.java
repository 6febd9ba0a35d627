package dev.idgen.internal.string.sequence;

import dev.idgen.IdgenException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.string.sequence.NamespaceMembership.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reads the namespace's terms until it succeeds, then from time to time. Used only on the planner's thread.
 *
 * <p>An instance that finds no terms looks at all buckets before it writes its own. Their values show the ttl of other
 * instances' leases, and leases in an earlier stored format must have ended.
 */
final class NamespaceReader {

    private static final List<String> FIELDS = List.of(NamespaceMembership.TERMS);
    private static final String NARROWED =
            ": its region was {} and is {} now, so no more instances start with the earlier one. If that is a mistake, set"
                    + " 'idgen.region' to '{}' and 'idgen.region-before' to '{}'";

    private final LeaseClient client;
    private final SequenceSettings settings;
    private final NamespaceMembership membership;
    private final Ring ring;
    private final Runnable joined;
    private final Runnable refused;

    private boolean underWay;
    private boolean pausing;
    private boolean counted;
    private boolean wasJoined;
    private long joinedAt;
    private long readAt;

    /**
     * @param joined called when the terms were read and agree
     * @param refused called when the instance may not lease, see {@link NamespaceMembership#refusal}
     */
    NamespaceReader(
            LeaseClient client,
            SequenceSettings settings,
            NamespaceMembership membership,
            Ring ring,
            Runnable joined,
            Runnable refused) {
        this.client = client;
        this.settings = settings;
        this.membership = membership;
        this.ring = ring;
        this.joined = joined;
        this.refused = refused;
    }

    NamespaceMembership membership() {
        return membership;
    }

    /** Reads the terms again if the last time was more than a ttl ago. */
    void refresh() {
        if (client.time().nanoTime() - readAt >= settings.leaseTtl().toNanos()) {
            join();
        }
    }

    /** Reads the terms, unless an attempt is under way or failed a moment ago. */
    void join() {
        if (underWay || pausing) {
            return;
        }
        underWay = true;
        boolean mayMake = membership.isJoined() || counted;
        boolean mayRestore = membership.isJoined()
                && client.time().nanoTime() - joinedAt > 2 * settings.leaseTtl().toNanos();
        client.<Reading>send(
                () -> client.ask(
                        "", FIELDS, (look, judge) -> membership.read(look, mayMake, mayRestore), Reading.Busy::new),
                (reading, requestedAt, late) -> {
                    if (!late) {
                        underWay = false;
                        accept(reading);
                    }
                },
                failure -> {
                    underWay = false;
                    fail(failure);
                });
    }

    private void accept(Reading reading) {
        if (reading instanceof Reading.Agreed agreed) {
            Region before = agreed.narrowed();
            if (before != null && !membership.isJoined()) {
                client.log().warnOnce(NARROWED, before, membership.region(), before, membership.region());
            }
            agreed(agreed.terms());
        } else if (reading instanceof Reading.Disagreed disagreed) {
            refuse(disagreed.why(), settings.breakerWait());
        } else if (reading instanceof Reading.Missing) {
            lookAtBuckets();
        } else {
            retryLater(settings.breakerWait());
        }
    }

    private void agreed(String terms) {
        readAt = client.time().nanoTime();
        String before = membership.recordedTerms();
        if (!membership.isJoined()) {
            client.log().debug(" joined: {}", terms);
        } else if (!terms.equals(before)) {
            client.log().info(" was changed: {}; this instance continues with its own settings until it ends", terms);
        }
        membership.agreed(terms);
        if (!wasJoined) {
            wasJoined = true;
            joinedAt = readAt;
        }
        joined.run();
    }

    private void lookAtBuckets() {
        underWay = true;
        client.<Optional<IdgenException>>askAll(
                ring.buckets().size(),
                place -> objection(ring.buckets().get(place).group()),
                (found, failure) -> {
                    underWay = false;
                    Optional<IdgenException> objection =
                            found.stream().flatMap(Optional::stream).findFirst();
                    if (objection.isPresent()) {
                        refuse(objection.get(), settings.leaseTtl()); // a look at all buckets costs a request each
                    } else if (failure != null) {
                        fail(failure);
                    } else {
                        counted = true;
                        join();
                    }
                });
    }

    private CompletionStage<Optional<IdgenException>> objection(String group) {
        return client.register()
                .look(group, List.of(BucketValue.LEASE))
                .thenCombine(client.register().earlierFormatEnds(group), this::objection);
    }

    private Optional<IdgenException> objection(Look look, long earlierFormatEnds) {
        if (earlierFormatEnds > look.time()) {
            return Optional.of(
                    new StoreUnsuitableException("instances of an earlier version of idgen hold leases in namespace '"
                            + membership.name() + "' until " + Instant.ofEpochMilli(earlierFormatEnds)
                            + " at least; this version cannot read their format, so both would issue the same ids. Stop them all, and"
                            + " start this version once their leases have ended"));
        }
        return BucketValue.of(look)
                .filter(value -> value.ttl() != settings.leaseTtl().toMillis())
                .map(value -> membership.otherTtl(value.ttl()));
    }

    /** Refuses to lease, and looks again later. */
    private void refuse(IdgenException why, Duration pause) {
        if (!membership.isRefused()) {
            client.log().logger().error("idgen issues no more ids: {}", why.getMessage());
        }
        membership.refuse(why);
        counted = false;
        refused.run();
        retryLater(pause);
    }

    private void fail(Throwable failure) {
        if (failure instanceof StoreUnsuitableException unsuitable) {
            refuse(unsuitable, settings.breakerWait());
        } else {
            client.failed("joining the namespace", failure);
            retryLater(settings.breakerWait());
        }
    }

    /** Pauses after a failure or refusal. Then tries again if the instance has not joined. */
    private void retryLater(Duration pause) {
        pausing = true;
        Runnable again = () -> {
            pausing = false;
            if (!membership.isJoined()) {
                join();
            }
        };
        client.requests().schedule(again, pause.toNanos());
    }
}
