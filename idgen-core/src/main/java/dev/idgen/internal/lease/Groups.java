package dev.idgen.internal.lease;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.LeaseClient.Belief;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The groups that an instance leases from: a namespace's buckets, or a pool's node ids. It asks rules about their
 * values, once the terms agree and doubts are noted, see {@link Membership}.
 *
 * <p>Used only on the planner's thread, except for {@link #isJoined}, {@link #refusal}, {@link #hasGivenWay} and
 * {@link #lost}.
 */
public final class Groups {

    /** A rule about values of a group that is not in doubt, with the look's believed time. */
    public interface Rule<A> {

        /**
         * Asks about a look.
         *
         * @param believed false if the store's clock seems to be far ahead
         */
        Step<A> ask(GroupValue group, Snapshot snapshot, boolean believed);
    }

    static final List<String> GROUP = List.of(GroupValue.NAME);

    private static final Step<Optional<Obstacle>> NOTHING = Step.answer(Optional.empty());

    private static final long TOUCH_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String DOUBTED =
            ": the store restarted, failed over or lost data, so writes to group '{}' may be missing. No id is repeated; new"
                    + " leases wait until {} ms after the latest such event";
    private static final String LOST =
            ": the store lost group '{}'. Does the store keep its data (persistence, eviction)? No id is repeated";
    private static final String UNREADABLE =
            ": a value of group '{}' cannot be read, and is not used: {}. Delete the whole group, or restore the value";
    private static final String IS_NEW =
            " is new in this store, which grants the first leases within {} ms, and has all of them to grant after {} ms";
    private static final String REPLACING =
            ": '{}' of the namespace was '{}' and is '{}' now, so nothing is leased for {} ms";

    private final LeaseClient client;
    private final Leased leased;
    private final GroupRule rule;
    private final KnownTerms terms;
    private final Membership membership;
    private final Map<String, Long> seen = new HashMap<>();
    private final AtomicLong lost = new AtomicLong();

    /** When all groups were last looked at because of a doubt; null if never. */
    private @Nullable Long touchedNanos;

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
        this.leased = leased;
        this.rule = leased.rule();
        this.terms = new KnownTerms(leased.terms(), rule);
        this.membership = new Membership(client, leased, terms, this, changed);
    }

    /** Looks for this instance's terms in a group, unless an attempt is under way. */
    public void join() {
        membership.join();
    }

    /** Whether this instance may lease. Any thread. */
    public boolean isJoined() {
        return membership.standing().isJoined();
    }

    /** Why this instance may not lease, as a new exception; null if it may or that is unknown. Any thread. */
    public @Nullable RuntimeException refusal() {
        return membership.standing().exception();
    }

    /** Whether this instance only uses up what it holds, because its terms were replaced. Any thread. */
    public boolean hasGivenWay() {
        return membership.standing().isFinal();
    }

    /** How often a group was lost whose value this instance had seen. Any thread. */
    public long lost() {
        return lost.get();
    }

    /**
     * Asks a rule about values of a group.
     *
     * @param values the names of the values
     * @param blocked the answer if the rule was not asked
     */
    public <A> CompletionStage<A> ask(String group, List<String> values, Rule<A> query, Function<Obstacle, A> blocked) {
        long requestedNanos = client.time().nanoTime();
        List<String> all = new ArrayList<>(GROUP);
        all.addAll(values);
        return new ReadAndSet<A>(
                        client.leaseStore(),
                        group,
                        snapshot -> step(group, snapshot, requestedNanos, query, blocked),
                        () -> blocked.apply(Obstacle.CONTENDED),
                        client.requests()::execute)
                .hold(all);
    }

    private <A> Step<A> step(
            String group, Snapshot snapshot, long requestedNanos, Rule<A> query, Function<Obstacle, A> blocked) {
        Belief belief = client.belief(snapshot, requestedNanos);
        GroupValue value = GroupValue.of(snapshot).orElse(null);
        Obstacle obstacle = value == null ? missing(group, snapshot) : membership.obstacle(group, value, snapshot);
        if (obstacle != null) {
            return Step.answer(blocked.apply(obstacle));
        }
        if (value == null || !terms.areIn(value) || rule.isDoubted(value, snapshot, seenOf(group))) {
            if (belief != Belief.ALL) {
                return Step.answer(blocked.apply(Obstacle.CLOCK));
            }
            noticed(group, value);
            return Step.writeFirst(
                    GroupValue.NAME, noted(group, value, snapshot).toString());
        }
        if (membership.mustLookAtAll(value)) {
            return Step.answer(blocked.apply(Obstacle.CHANGING));
        }
        if (value.isReplacement() && snapshot.time() > value.begin()) {
            return Step.writeFirst(GroupValue.NAME, value.withoutReplaced().toString());
        }
        terms.learn(value);
        seen.merge(group, value.doubted(), Math::max);
        if (rule.opens(value) <= terms.begin() && snapshot.time() < rule.settles(value)) {
            // A recovery window begins when it opens. Here that is before replaced windows of other groups have closed.
            return Step.answer(blocked.apply(Obstacle.CHANGING));
        }
        return query.ask(value, snapshot, belief != Belief.NONE);
    }

    private @Nullable Obstacle missing(String group, Snapshot snapshot) {
        String text = snapshot.value(GroupValue.NAME);
        if (text == null) {
            return membership.missing(group, snapshot);
        }
        unreadable(group, GroupValue.NAME + ": " + text);
        return Obstacle.UNREADABLE;
    }

    private long seenOf(String group) {
        return seen.getOrDefault(group, 0L);
    }

    /** The value with this instance's terms, and the doubt. */
    private GroupValue noted(String group, @Nullable GroupValue value, Snapshot snapshot) {
        if (value != null && !terms.areIn(value)) {
            return terms.replacement(value, snapshot, isJoined());
        }
        LeaseText text = terms.ofMissingGroup(snapshot);
        if (client.leaseStore().isShared()) {
            return rule.noted(value, snapshot, seenOf(group), text);
        }
        // Nothing was granted before.
        long before = Math.max(0, snapshot.time() - (rule.settling() + 1));
        return new GroupValue(snapshot.run(), snapshot.epoch(), before, text);
    }

    /** Logs a value that cannot be read, once for each group. */
    public void unreadable(String group, String what) {
        client.log().errorOncePer(UNREADABLE, group, what);
    }

    /** Logs that none of the groups was found. */
    void noneFound() {
        if (seen.isEmpty()) {
            client.log().info(IS_NEW, rule.opening(), rule.settling());
        } else {
            client.log().errorOnce(LOST, leased.names().get(0));
        }
    }

    /** Looks at the other groups, too, so that all are granted from again at about the same time. */
    private void noticed(String group, @Nullable GroupValue value) {
        Optional<Terms.Disagreement> other = Optional.ofNullable(value).flatMap(terms::other);
        if (other.isPresent()) {
            Terms.Disagreement was = other.get();
            client.log().warnOnce(REPLACING, was.setting(), was.expected(), was.actual(), was.pause());
        } else if (value != null) {
            client.log().warnOnce(DOUBTED, group, rule.settling());
        } else if (seen.containsKey(group)) {
            lost.incrementAndGet();
            client.log().errorOnce(LOST, group);
        } else if (!client.hasGrant()) {
            return; // it is new
        }
        long nanoTime = client.time().nanoTime();
        if (touchedNanos == null || nanoTime - touchedNanos > TOUCH_PAUSE_NANOS) {
            touchedNanos = nanoTime;
            List<String> others =
                    leased.names().stream().filter(name -> !name.equals(group)).toList();
            client.requests().send(() -> inAll(others, this::touch), (found, nanos, late) -> {}, failure -> {});
        }
    }

    /** Looks at a group, and notes a doubt or missing terms. Returns the obstacle, if there is one. */
    CompletionStage<Optional<Obstacle>> touch(String group) {
        return ask(group, List.of(), (value, snapshot, believed) -> NOTHING, Optional::of);
    }

    /** The answers of all groups, in the order of their names; a failure if one fails. */
    static <T> CompletionStage<List<T>> inAll(List<String> groups, Function<String, CompletionStage<T>> request) {
        List<CompletableFuture<T>> answers = groups.stream()
                .map(group -> request.apply(group).toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> answers.stream().map(CompletableFuture::join).toList());
    }
}
