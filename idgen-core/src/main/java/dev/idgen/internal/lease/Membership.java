package dev.idgen.internal.lease;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.StoreUnsuitableException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether an instance may lease from groups.
 *
 * <p>An instance joins when it finds its own terms in one group. It writes a value for a missing group only if a window
 * it holds is open, or if it has just looked at all groups and found no other terms. If it found no terms at all, it
 * writes the first group first. So instances with different terms never write side by side.
 *
 * <p>Terms change, too, from the first group on. Nothing is leased under the new ones before a look at all groups that
 * finds no others and the earlier windows closed. Instances with the earlier terms use up what they hold.
 *
 * <p>Used only on the planner's thread, except for {@link #standing}.
 */
final class Membership {

    private static final String OTHER_TERMS = ": group '{}' has another '{}' than this instance, and is not used: {}";
    private static final String REPLACED =
            ": other instances have replaced the terms of this one, so it leases no more and issues ids until {} at the latest: {}";
    private static final String OPEN_UNTIL =
            "the namespace's settings were changed, so leases begin after %s, when those under the earlier settings have ended";

    private final LeaseClient client;
    private final Groups.Leased leased;
    private final KnownTerms terms;
    private final Groups groups;
    private final Runnable changed;

    private boolean busy;
    private int next;

    /** The latest look at all groups that found no terms but this instance's, and those that they replace. */
    private @Nullable Survey latest;

    private volatile Standing standing = Standing.JOINING;

    Membership(LeaseClient client, Groups.Leased leased, KnownTerms terms, Groups groups, Runnable changed) {
        this.client = client;
        this.leased = leased;
        this.terms = terms;
        this.groups = groups;
        this.changed = changed;
    }

    /** Any thread. */
    Standing standing() {
        return standing;
    }

    /** Why a group without a value cannot be written; null if it can be. */
    @Nullable
    Obstacle missing(String group, Snapshot snapshot) {
        if ((standing.isJoined() && client.hasOpenWindow(snapshot.time())) || mayWrite(group)) {
            return null;
        }
        survey();
        return Obstacle.MISSING;
    }

    /** Why a group cannot be used because of its terms; null if it can be, or if they must be replaced first. */
    @Nullable
    Obstacle obstacle(String group, GroupValue value, Snapshot snapshot) {
        if (standing.isFinal()) {
            return Obstacle.OTHER_TERMS;
        }
        return terms.other(value)
                .filter(other -> !mayReplace(group, value, snapshot))
                .map(other -> differs(group, value, other, snapshot))
                .orElse(null);
    }

    /** The older terms win if both have open windows: the others were written after the store lost these. */
    private boolean mayReplace(String group, GroupValue value, Snapshot snapshot) {
        boolean isYounger = standing.isJoined() && terms.isLater(value) && client.hasOpenWindow(snapshot.time());
        return !terms.wereReplacedBy(value)
                && (isYounger || (terms.replace(value) && (standing.isJoined() || mayWrite(group))));
    }

    private Obstacle differs(String group, GroupValue value, Terms.Disagreement other, Snapshot snapshot) {
        if (terms.wereReplacedBy(value)) {
            giveWay(other, snapshot.time());
        } else if (!standing.isJoined() && terms.replace(value)) {
            return Obstacle.CHANGING;
        } else if (!standing.isJoined() || group.equals(leased.names().get(0))) {
            refuse(() -> leased.refusing().apply(other));
        } else {
            client.log().errorOnce(OTHER_TERMS, group, other.setting(), other.expected());
            next = 0;
            join();
        }
        return Obstacle.OTHER_TERMS;
    }

    /** Whether this instance must look at all groups before it leases from one with its terms. */
    boolean mustLookAtAll(GroupValue value) {
        if (standing.isJoined() && terms.isLater(value)) {
            standing = Standing.JOINING;
            next = 0;
            join();
        }
        return !standing.isJoined() && value.isReplacement();
    }

    private boolean mayWrite(String group) {
        Survey survey = latest;
        return survey != null && survey.allows(group, client.time().nanoTime());
    }

    void join() {
        if (busy || standing.isFinal()) {
            return;
        }
        busy = true;
        send(
                () -> groups.touch(leased.names().get(next)),
                obstacle -> answered(obstacle.orElse(null)),
                failure -> failedAtAGroup("joining", failure));
    }

    /** Sends a request whose late answer says nothing. */
    private <T> void send(Supplier<CompletionStage<T>> call, Consumer<T> answered, Consumer<Throwable> failed) {
        client.requests()
                .<T>send(
                        call,
                        (answer, requestedNanos, late) -> {
                            if (!late) {
                                answered.accept(answer);
                            }
                        },
                        failed);
    }

    private void answered(@Nullable Obstacle obstacle) {
        busy = false;
        if (obstacle == null) {
            joined(!standing.isJoined());
        } else if (obstacle == Obstacle.MISSING || obstacle == Obstacle.CHANGING) {
            survey();
        } else if (obstacle == Obstacle.UNREADABLE) {
            failed("joining", new IllegalStateException("a value cannot be read"));
        } else {
            retryLater(leased.pause().toMillis());
        }
    }

    private void joined(boolean isNews) {
        standing = standing.then(Standing.JOINED);
        terms.foundInAll();
        if (isNews) {
            client.log().debug(" joined: {}", terms);
            changed.run();
        }
    }

    /** Looks at all groups, and writes those that are missing or have terms to replace if no others were found. */
    private void survey() {
        if (busy) {
            return;
        }
        busy = true;
        long begunNanos = client.time().nanoTime();
        send(
                () -> Groups.inAll(leased.names(), group -> client.leaseStore().read(group, Groups.GROUP)),
                looks -> surveyed(new Survey(leased.names(), looks, terms, begunNanos)),
                failure -> failedAtAGroup("looking at all groups", failure));
    }

    private void surveyed(Survey survey) {
        Optional<Terms.Disagreement> successor =
                survey.other(terms::wereReplacedBy).flatMap(terms::other);
        Optional<Terms.Disagreement> kept =
                survey.other(value -> !terms.replace(value)).flatMap(terms::other);
        Snapshot first = survey.looks().get(0);
        Exception flaw = survey.flaw(client.time().nanoTime());
        if (successor.isPresent()) {
            giveWay(successor.get(), first.time());
        } else if (kept.isPresent()) {
            if (!standing.isJoined() || survey.own().isEmpty()) {
                refuse(() -> leased.refusing().apply(kept.get()));
            }
            retryLater(leased.rule().ttlMillis()); // a look at all groups costs a request each
        } else if (flaw != null) {
            failed("looking at all groups", flaw);
        } else {
            latest = survey;
            survey.own().forEach(terms::learn);
            survey.other(any -> true).ifPresent(other -> terms.plan(other, first));
            if (survey.foundNone()) {
                groups.noneFound();
            }
            if (!survey.lacking().isEmpty()) {
                write(survey);
            } else if (standing.isJoined() || survey.isAfter(terms.begin())) {
                busy = false;
                joined(true);
            } else {
                terms.foundInAll();
                waitForBegin();
            }
        }
    }

    /** Callers learn until when leases under the earlier terms are open. */
    private void waitForBegin() {
        String why = OPEN_UNTIL.formatted(Instant.ofEpochMilli(terms.begin()));
        client.log().infoOnce(": {}", why);
        client.fails(new IllegalStateException(why));
        client.wakeCallers();
        long nowMillis = client.clock().millisAt(client.time().nanoTime());
        long restMillis = Math.min(terms.begin() + 1 - nowMillis, leased.rule().ttlMillis());
        retryLater(Math.max(leased.pause().toMillis(), restMillis));
    }

    /** If only the first group was written, or terms were replaced, all groups are looked at again. */
    private void write(Survey survey) {
        send(
                () -> Groups.inAll(survey.toWrite(), groups::touch),
                obstacles -> written(survey, obstacles.stream().flatMap(Optional::stream)),
                failure -> failed("writing groups", failure));
    }

    private void written(Survey survey, Stream<Obstacle> obstacles) {
        if (obstacles.anyMatch(obstacle -> obstacle != Obstacle.CHANGING)) {
            retryLater(leased.pause().toMillis());
            return;
        }
        busy = false;
        if (survey.lacksFirst() || terms.areReplacing()) {
            survey();
        } else if (standing.isJoined()) {
            changed.run();
        } else {
            join();
        }
    }

    private void giveWay(Terms.Disagreement other, long nowMillis) {
        standing = new Standing(Standing.Phase.REPLACED, () -> leased.refusing().apply(other));
        Instant end = Instant.ofEpochMilli(Math.max(nowMillis, client.grantedUntil()));
        client.log().error(REPLACED, end, leased.refusing().apply(other).getMessage());
        changed.run();
    }

    private void refuse(Supplier<RuntimeException> why) {
        if (standing.refusal() == null) {
            client.log()
                    .error(": this instance issues no more ids: {}", why.get().getMessage());
        }
        standing = standing.then(new Standing(Standing.Phase.REFUSED, why));
        changed.run();
    }

    /** The next attempt begins at another group. */
    private void failedAtAGroup(String what, Throwable failure) {
        next = (next + 1) % leased.names().size();
        failed(what, failure);
    }

    /** Called while busy, so that what a refusal changes does not join again at once. */
    private void failed(String what, Throwable failure) {
        busy = true;
        if (failure instanceof StoreUnsuitableException unsuitable) {
            refuse(() -> again(unsuitable));
        } else {
            client.failed(what, failure);
            client.wakeCallers();
        }
        retryLater(leased.pause().toMillis());
    }

    private static RuntimeException again(StoreUnsuitableException why) {
        RuntimeException again = new StoreUnsuitableException(Objects.requireNonNull(why.getMessage()));
        again.initCause(why);
        return again;
    }

    private void retryLater(long waitMillis) {
        busy = true;
        Runnable again = () -> {
            busy = false;
            if (!standing.isJoined()) {
                join();
            }
        };
        client.requests().schedule(again, TimeUnit.MILLISECONDS.toNanos(waitMillis));
    }
}
