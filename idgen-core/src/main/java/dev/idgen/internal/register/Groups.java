package dev.idgen.internal.register;

import dev.idgen.Register.Snapshot;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.LeaseClient.Belief;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.setting.Region;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The groups that an instance leases from: a namespace's buckets, or a pool's node ids. It asks rules about their
 * values, once the terms agree and doubts are noted.
 *
 * <p>An instance joins when it finds its own terms in one group. It writes a value for a missing group only if a window
 * of its own is open, or if it has just looked at all groups and found no other terms. If it found no terms at all, it
 * writes the first group first. So instances with different terms never write side by side.
 *
 * <p>Used only on the planner's thread, except for {@link #isJoined}, {@link #refusal} and {@link #lost}.
 */
public final class Groups {

    /** A rule about values of a group that is not in doubt, with the look's believed time. */
    public interface Rule<A> {

        /**
         * Asks about a look.
         *
         * @param believed false if the store's clock seems to be far ahead
         */
        Step<A> ask(GroupValue group, Snapshot look, boolean believed);
    }

    private static final List<String> GROUP = List.of(GroupValue.NAME);

    private static final Step<Optional<Obstacle>> NOTHING = Step.answer(Optional.empty());

    /** A look at all groups is so young when a missing group is written. */
    private static final long SURVEY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long TOUCH_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String DOUBTED =
            ": the store restarted, failed over or lost data, so writes to group '{}' may be missing. No id is repeated; new"
                    + " leases wait until {} ms after the latest such event";
    private static final String LOST =
            ": the store lost group '{}'. Does the store keep its data (persistence, eviction)? No id is repeated";
    private static final String UNREADABLE =
            ": a value of group '{}' cannot be read, and is not used: {}. Delete the whole group, or restore the value";
    private static final String OTHER_TERMS = ": group '{}' has another '{}' than this instance, and is not used: {}";
    private static final String IS_NEW =
            " is new in this store, which grants the first leases within {} ms, and has all of them to grant after {} ms";
    private static final String NARROWED =
            ": its region was {} and is {} now, so no more instances start with the earlier one. If that is a mistake, set"
                    + " 'idgen.region' to '{}' and 'idgen.region-before' to '{}'";

    private final LeaseClient client;
    private final Requests requests;
    private final List<String> names;
    private final GroupRule rule;
    private final Duration pause;
    private final Function<Terms.Disagreement, RuntimeException> refusing;
    private final Runnable changed;
    private final Map<String, Long> seen = new HashMap<>();
    private final AtomicLong lost = new AtomicLong();

    private Terms terms;
    private boolean busy;
    private int next;
    private long touchedAt;
    private boolean touched;
    private @Nullable Survey latest;
    private volatile boolean joined;
    private volatile @Nullable Supplier<RuntimeException> refusal;

    /**
     * A look at all groups.
     *
     * @param none whether it found no value at all
     */
    private record Survey(long begun, boolean none) {}

    /**
     * What is leased in the groups.
     *
     * @param names the groups, at least one
     * @param rule the groups' rules
     * @param pause between attempts to join
     * @param refusing makes the exception for callers of an instance with other terms
     */
    public record Leased(
            List<String> names,
            Terms terms,
            GroupRule rule,
            Duration pause,
            Function<Terms.Disagreement, RuntimeException> refusing) {}

    /** @param changed called when the instance has joined or was refused, and when missing groups were written */
    public Groups(LeaseClient client, Leased leased, Runnable changed) {
        this.client = client;
        this.requests = client.requests();
        this.names = leased.names();
        this.terms = leased.terms();
        this.rule = leased.rule();
        this.pause = leased.pause();
        this.refusing = leased.refusing();
        this.changed = changed;
    }

    /** Whether this instance may lease. Any thread. */
    public boolean isJoined() {
        return joined && refusal == null;
    }

    /** Why this instance may not lease, as a new exception; null if it may or that is unknown. Any thread. */
    public @Nullable RuntimeException refusal() {
        Supplier<RuntimeException> why = refusal;
        return why == null ? null : why.get();
    }

    /** How often a group was lost whose value this instance had seen. Any thread. */
    public long lost() {
        return lost.get();
    }

    // Asking

    /**
     * Asks a rule about values of a group.
     *
     * @param values the names of the values
     * @param blocked the answer if the rule was not asked
     */
    public <A> CompletionStage<A> ask(String group, List<String> values, Rule<A> query, Function<Obstacle, A> blocked) {
        long askedAt = client.time().nanoTime();
        List<String> all = new ArrayList<>(GROUP);
        all.addAll(values);
        return new LookAndSwap<A>(
                        client.register(),
                        group,
                        look -> step(group, look, askedAt, query, blocked),
                        () -> blocked.apply(Obstacle.CONTENDED),
                        requests::execute)
                .hold(all);
    }

    private <A> Step<A> step(String group, Snapshot look, long askedAt, Rule<A> query, Function<Obstacle, A> blocked) {
        Belief belief = client.belief(look, askedAt);
        GroupValue value = GroupValue.of(look).orElse(null);
        Optional<Terms.Disagreement> other =
                Optional.ofNullable(value).flatMap(present -> terms.disagreement(present.stored(), joined));
        Obstacle obstacle = null;
        if (value == null && look.value(GroupValue.NAME) != null) {
            unreadable(group, GroupValue.NAME + ": " + look.value(GroupValue.NAME));
            obstacle = Obstacle.UNREADABLE;
        } else if (value == null && !(joined && client.hasOpenWindow(look.time())) && !mayWrite(group)) {
            survey();
            obstacle = Obstacle.MISSING;
        } else if (other.isPresent()) {
            differs(group, other.get());
            obstacle = Obstacle.OTHER_TERMS;
        } else if (rule.isDoubted(value, look, seenOf(group))) {
            if (belief == Belief.ALL) {
                noticed(group, value);
                return Step.writeFirst(
                        GroupValue.NAME, noted(group, value, look).toString());
            }
            obstacle = Obstacle.CLOCK;
        }
        if (obstacle != null) {
            return Step.answer(blocked.apply(obstacle));
        }
        GroupValue present = Objects.requireNonNull(value);
        Region before = terms.replaced(present.stored()).orElse(null);
        if (before != null) {
            return Step.writeFirst(GroupValue.NAME, narrowed(present, before).toString());
        }
        terms = terms.narrowedBy(present.stored());
        seen.merge(group, present.doubted(), Math::max);
        return query.ask(present, look, belief != Belief.NONE);
    }

    private long seenOf(String group) {
        return seen.getOrDefault(group, 0L);
    }

    private GroupValue noted(String group, @Nullable GroupValue value, Snapshot look) {
        RegisterText text = terms.writtenTo(RegisterText.empty());
        if (client.register().isShared()) {
            return rule.noted(value, look, seenOf(group), text);
        }
        // Nothing was granted before.
        long before = Math.max(0, look.time() - (rule.settling() + 1));
        return new GroupValue(look.run(), look.epoch(), before, text);
    }

    private GroupValue narrowed(GroupValue value, Region before) {
        if (!joined && !before.equals(terms.regionBefore())) {
            client.log().warnOnce(NARROWED, before, terms.region(), before, terms.region());
        }
        return new GroupValue(value.run(), value.epoch(), value.doubted(), terms.writtenTo(value.stored()));
    }

    /** Logs a value that cannot be read, once for each group. */
    public void unreadable(String group, String what) {
        client.log().errorOncePer(UNREADABLE, group, what);
    }

    /** Looks at the other groups, too, so that all are granted from again at about the same time. */
    private void noticed(String group, @Nullable GroupValue value) {
        if (value == null && seen.containsKey(group)) {
            lost.incrementAndGet();
            client.log().errorOnce(LOST, group);
        } else if (value != null) {
            client.log().warnOnce(DOUBTED, group, rule.settling());
        } else if (!client.hasGrant()) {
            return; // it is new
        }
        long now = client.time().nanoTime();
        if (!touched || now - touchedAt > TOUCH_PAUSE_NANOS) {
            touched = true;
            touchedAt = now;
            List<String> others =
                    names.stream().filter(name -> !name.equals(group)).toList();
            client.<Optional<Obstacle>>askAll(others.size(), i -> touch(others.get(i)), (answers, failure) -> {});
        }
    }

    /** Looks at a group, and notes a doubt or missing terms. Returns the obstacle, if there is one. */
    private CompletionStage<Optional<Obstacle>> touch(String group) {
        return ask(group, List.of(), (value, look, believed) -> NOTHING, Optional::of);
    }

    // Joining

    /** Looks for this instance's terms in a group, unless an attempt is under way. */
    public void join() {
        if (busy) {
            return;
        }
        busy = true;
        requests.<Optional<Obstacle>>send(
                () -> touch(names.get(next)),
                (obstacle, requestedAt, late) -> {
                    if (!late) {
                        busy = false;
                        answered(obstacle);
                    }
                },
                failure -> {
                    next = (next + 1) % names.size();
                    failed("joining", failure);
                });
    }

    private void answered(Optional<Obstacle> obstacle) {
        if (obstacle.isEmpty()) {
            boolean before = isJoined();
            joined = true;
            refusal = null;
            if (!before) {
                client.log().debug(" joined: {}", terms.writtenTo(RegisterText.empty()));
                changed.run();
            }
        } else if (obstacle.get() == Obstacle.MISSING) {
            survey();
        } else if (obstacle.get() == Obstacle.UNREADABLE) {
            failed("joining", new IllegalStateException("a value cannot be read"));
        } else {
            retryLater(pause);
        }
    }

    /** Looks at all groups, and writes those that are missing if no other terms were found. */
    private void survey() {
        if (busy) {
            return;
        }
        busy = true;
        long begun = client.time().nanoTime();
        client.<Snapshot>askAll(
                names.size(), place -> client.register().look(names.get(place), GROUP), (looks, failure) -> {
                    if (failure != null) {
                        next = (next + 1) % names.size();
                        failed("looking at all groups", failure);
                    } else {
                        surveyed(looks, begun);
                    }
                });
    }

    private void surveyed(List<Snapshot> looks, long begun) {
        boolean none = looks.stream().allMatch(Groups::isMissing);
        List<GroupValue> values =
                looks.stream().flatMap(look -> GroupValue.of(look).stream()).toList();
        List<Terms.Disagreement> others = values.stream()
                .flatMap(value -> terms.disagreement(value.stored(), joined).stream())
                .toList();
        boolean agrees = others.size() < values.size();
        long took = client.time().nanoTime() - begun;
        if (!others.isEmpty()) {
            if (!(joined && agrees)) {
                refuse(refusing, others.get(0));
            }
            retryLater(Duration.ofMillis(rule.ttl())); // a look at all groups costs a request each
        } else if (!none && !agrees) {
            failed("looking at all groups", new IllegalStateException("a value cannot be read"));
        } else if (took > SURVEY_NANOS) {
            failed("looking at all groups", new TimeoutException("it took " + took / 1_000_000 + " ms"));
        } else {
            latest = new Survey(begun, none);
            write(looks, none);
        }
    }

    /** Whether this instance has just looked at all groups and found that it may write the group if it is missing. */
    private boolean mayWrite(String group) {
        Survey survey = latest;
        return survey != null
                && client.time().nanoTime() - survey.begun() <= SURVEY_NANOS
                && (!survey.none() || group.equals(names.get(0)));
    }

    private static boolean isMissing(Snapshot look) {
        return look.value(GroupValue.NAME) == null;
    }

    /** Writes the missing groups. If there is none at all, writes the first one, then looks at all groups again. */
    private void write(List<Snapshot> looks, boolean none) {
        List<Integer> missing = IntStream.range(0, none ? 1 : names.size())
                .filter(place -> isMissing(looks.get(place)))
                .boxed()
                .toList();
        if (none && seen.isEmpty()) {
            client.log().info(IS_NEW, rule.opening(), rule.settling());
        } else if (none) {
            client.log().errorOnce(LOST, names.get(0));
        }
        client.<Optional<Obstacle>>askAll(
                missing.size(), index -> touch(names.get(missing.get(index))), (obstacles, failure) -> {
                    if (failure != null) {
                        failed("writing groups", failure);
                        return;
                    }
                    if (obstacles.stream().anyMatch(Optional::isPresent)) {
                        retryLater(pause);
                        return;
                    }
                    busy = false;
                    if (none) {
                        survey();
                    } else if (joined) {
                        changed.run();
                    } else {
                        join();
                    }
                });
    }

    private void differs(String group, Terms.Disagreement other) {
        if (!joined || group.equals(names.get(0))) {
            refuse(refusing, other);
        } else {
            client.log().errorOnce(OTHER_TERMS, group, other.setting(), other.expected());
            next = 0;
            join();
        }
    }

    private <W> void refuse(Function<W, RuntimeException> exception, W why) {
        boolean before = refusal != null;
        refusal = () -> exception.apply(why);
        joined = false;
        if (!before) {
            client.log()
                    .error(
                            ": this instance issues no more ids: {}",
                            exception.apply(why).getMessage());
        }
        changed.run();
    }

    /** Called while busy, so that what a refusal changes does not join again at once. */
    private void failed(String what, Throwable failure) {
        if (failure instanceof StoreUnsuitableException unsuitable) {
            refuse(Groups::again, unsuitable);
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
