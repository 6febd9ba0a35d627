package dev.idgen.internal.register;

import dev.idgen.Register.Snapshot;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.request.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether an instance may lease from groups.
 *
 * <p>An instance joins when it finds its own terms in one group. It writes a value for a missing group only if a window
 * of its own is open, or if it has just looked at all groups and found no other terms. If it found no terms at all, it
 * writes the first group first. So instances with different terms never write side by side.
 *
 * <p>Terms change, too, from the first group on. Nothing is leased under the new ones before a look at all groups that
 * finds no others and the earlier windows closed. Instances with the earlier terms use up what they hold.
 *
 * <p>Used only on the planner's thread, except for {@link #isJoined}, {@link #refusal} and {@link #hasGivenWay}.
 */
final class Membership {

    /** A look at all groups is so young when a missing group is written. */
    private static final long SURVEY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final String OTHER_TERMS = ": group '{}' has another '{}' than this instance, and is not used: {}";
    private static final String REPLACED =
            ": other instances have replaced the terms of this one, so it leases no more and issues ids until {} at the latest: {}";
    private static final String OPEN_UNTIL =
            "the namespace's settings were changed, so leases begin after %s, when those under the earlier settings have ended";

    private final LeaseClient client;
    private final Requests requests;
    private final List<String> names;
    private final Duration pause;
    private final Duration ttl;
    private final Function<Terms.Disagreement, RuntimeException> refusing;
    private final KnownTerms terms;
    private final Groups groups;
    private final Runnable changed;

    private boolean busy;
    private int next;

    /** The latest look at all groups that found no terms but this instance's, and those that they replace. */
    private @Nullable Survey latest;

    private volatile boolean joined;
    private volatile boolean gaveWay;
    private volatile @Nullable Supplier<RuntimeException> refusal;

    Membership(LeaseClient client, Groups.Leased leased, KnownTerms terms, Groups groups, Runnable changed) {
        this.client = client;
        this.requests = client.requests();
        this.names = leased.names();
        this.pause = leased.pause();
        this.ttl = Duration.ofMillis(leased.rule().ttl());
        this.refusing = leased.refusing();
        this.terms = terms;
        this.groups = groups;
        this.changed = changed;
    }

    boolean isJoined() {
        return joined && refusal == null;
    }

    @Nullable
    RuntimeException refusal() {
        Supplier<RuntimeException> why = refusal;
        return why == null ? null : why.get();
    }

    boolean hasGivenWay() {
        return gaveWay;
    }

    // What a look at one group means

    /** Why a group without a value cannot be written; null if it can be. */
    @Nullable
    Obstacle missing(String group, Snapshot look) {
        if ((joined && client.hasOpenWindow(look.time())) || mayWrite(group)) {
            return null;
        }
        survey();
        return Obstacle.MISSING;
    }

    /** Why a group cannot be used because of its terms; null if it can be, or if they must be replaced first. */
    @Nullable
    Obstacle obstacle(String group, GroupValue value, Snapshot look) {
        if (gaveWay) {
            return Obstacle.OTHER_TERMS;
        }
        return terms.other(value)
                .filter(other -> !mayReplace(group, value, look))
                .map(other -> differs(group, value, other, look))
                .orElse(null);
    }

    /** The older terms win if both have open windows: the others were written after the store lost these. */
    private boolean mayReplace(String group, GroupValue value, Snapshot look) {
        boolean isYounger = joined && terms.isLater(value) && client.hasOpenWindow(look.time());
        return !terms.wereReplacedBy(value) && (isYounger || (terms.replace(value) && (joined || mayWrite(group))));
    }

    private Obstacle differs(String group, GroupValue value, Terms.Disagreement other, Snapshot look) {
        if (terms.wereReplacedBy(value)) {
            giveWay(other, look.time());
        } else if (!joined && terms.replace(value)) {
            return Obstacle.CHANGING;
        } else if (!joined || group.equals(names.get(0))) {
            refuse(() -> refusing.apply(other));
        } else {
            client.log().errorOnce(OTHER_TERMS, group, other.setting(), other.expected());
            next = 0;
            join();
        }
        return Obstacle.OTHER_TERMS;
    }

    /** Whether this instance must look at all groups before it leases from one with its terms. */
    boolean mustLookAtAll(GroupValue value) {
        if (joined && terms.isLater(value)) {
            joined = false;
            next = 0;
            join();
        }
        return !joined && value.isReplacement();
    }

    private boolean mayWrite(String group) {
        Survey survey = latest;
        return survey != null
                && client.time().nanoTime() - survey.begun() <= SURVEY_NANOS
                && (!survey.lacksFirst() || group.equals(names.get(0)));
    }

    // Joining

    void join() {
        if (busy || gaveWay) {
            return;
        }
        busy = true;
        requests.<Optional<Obstacle>>send(
                () -> groups.touch(names.get(next)),
                (obstacle, requestedAt, late) -> {
                    if (!late) {
                        answered(obstacle.orElse(null));
                    }
                },
                failure -> failedAtAGroup("joining", failure));
    }

    private void answered(@Nullable Obstacle obstacle) {
        busy = false;
        if (obstacle == null) {
            joined(!isJoined());
        } else if (obstacle == Obstacle.MISSING || obstacle == Obstacle.CHANGING) {
            survey();
        } else if (obstacle == Obstacle.UNREADABLE) {
            failed("joining", unreadable());
        } else {
            retryLater(pause);
        }
    }

    private void joined(boolean isNews) {
        joined = true;
        refusal = null;
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
        long begun = client.time().nanoTime();
        client.<Snapshot>askAll(
                names.size(), place -> client.register().look(names.get(place), Groups.GROUP), (looks, failure) -> {
                    if (failure == null) {
                        surveyed(new Survey(names, looks, terms, begun));
                    } else {
                        failedAtAGroup("looking at all groups", failure);
                    }
                });
    }

    private void surveyed(Survey survey) {
        Optional<Terms.Disagreement> successor =
                survey.other(terms::wereReplacedBy).flatMap(terms::other);
        Optional<Terms.Disagreement> kept =
                survey.other(value -> !terms.replace(value)).flatMap(terms::other);
        Snapshot first = survey.looks().get(0);
        long took = client.time().nanoTime() - survey.begun();
        if (successor.isPresent()) {
            giveWay(successor.get(), first.time());
        } else if (kept.isPresent()) {
            if (!joined || survey.own().isEmpty()) {
                refuse(() -> refusing.apply(kept.get()));
            }
            retryLater(ttl); // a look at all groups costs a request each
        } else if (survey.foundUnreadable()) {
            failed("looking at all groups", unreadable());
        } else if (took > SURVEY_NANOS) {
            failed("looking at all groups", new TimeoutException("it took " + took / 1_000_000 + " ms"));
        } else {
            latest = survey;
            survey.own().forEach(terms::learn);
            survey.other(any -> true).ifPresent(other -> terms.plan(other, first));
            if (survey.foundNone()) {
                groups.noneFound();
            }
            if (!survey.lacking().isEmpty()) {
                write(survey);
            } else if (joined || survey.isAfter(terms.begin())) {
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
        long rest = terms.begin() + 1 - client.clock().millisAt(client.time().nanoTime());
        retryLater(Duration.ofMillis(Math.max(pause.toMillis(), Math.min(rest, ttl.toMillis()))));
    }

    /** If only the first group was written, or terms were replaced, all groups are looked at again. */
    private void write(Survey survey) {
        List<String> missing = survey.lacksFirst() ? names.subList(0, 1) : survey.lacking();
        client.<Optional<Obstacle>>askAll(
                missing.size(), place -> groups.touch(missing.get(place)), (obstacles, failure) -> {
                    if (failure != null) {
                        failed("writing groups", failure);
                    } else if (obstacles.stream().flatMap(Optional::stream).anyMatch(it -> it != Obstacle.CHANGING)) {
                        retryLater(pause);
                    } else {
                        busy = false;
                        if (survey.lacksFirst() || terms.areReplacing()) {
                            survey();
                        } else if (joined) {
                            changed.run();
                        } else {
                            join();
                        }
                    }
                });
    }

    private static RuntimeException unreadable() {
        return new IllegalStateException("a value cannot be read");
    }

    private void giveWay(Terms.Disagreement other, long nowMillis) {
        gaveWay = true;
        joined = false;
        refusal = () -> refusing.apply(other);
        client.log()
                .error(
                        REPLACED,
                        Instant.ofEpochMilli(Math.max(nowMillis, client.grantedUntil())),
                        refusing.apply(other).getMessage());
        changed.run();
    }

    private void refuse(Supplier<RuntimeException> why) {
        boolean isNews = refusal == null;
        refusal = why;
        joined = false;
        if (isNews) {
            client.log()
                    .error(": this instance issues no more ids: {}", why.get().getMessage());
        }
        changed.run();
    }

    /** The next attempt begins at another group. */
    private void failedAtAGroup(String what, Throwable failure) {
        next = (next + 1) % names.size();
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
        retryLater(pause);
    }

    private static RuntimeException again(StoreUnsuitableException why) {
        RuntimeException again = new StoreUnsuitableException(Objects.requireNonNull(why.getMessage()));
        again.initCause(why);
        return again;
    }

    private void retryLater(Duration wait) {
        busy = true;
        Runnable again = () -> {
            busy = false;
            if (!isJoined()) {
                join();
            }
        };
        requests.schedule(again, wait.toNanos());
    }
}
