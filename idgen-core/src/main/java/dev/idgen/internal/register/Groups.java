package dev.idgen.internal.register;

import dev.idgen.Register.Snapshot;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.LeaseClient.Belief;
import dev.idgen.internal.request.Requests;
import java.time.Duration;
import java.time.Instant;
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
 * <p>Terms change, too, from the first group on. Nothing is leased under the new ones before a look at all groups that
 * finds no others and the earlier windows closed. Instances with the earlier terms use up what they hold.
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
    private static final String REPLACED =
            ": other instances have replaced the terms of this one, so it leases no more and issues ids until {} at the latest: {}";
    private static final String REPLACING =
            ": '{}' of the namespace was '{}' and is '{}' now, so nothing is leased for {} ms";
    private static final String OPEN_UNTIL =
            "the namespace's settings were changed, so leases begin after %s, when those under the earlier settings have ended";

    private final LeaseClient client;
    private final Requests requests;
    private final List<String> names;
    private final GroupRule rule;
    private final Duration pause;
    private final Function<Terms.Disagreement, RuntimeException> refusing;
    private final Runnable changed;
    private final Map<String, Long> seen = new HashMap<>();
    private final AtomicLong lost = new AtomicLong();

    private final Terms terms;

    /** A value with this instance's terms, of their latest change. */
    private @Nullable GroupValue known;

    /** What a missing group becomes while these terms replace others. */
    private @Nullable GroupValue planned;

    /** Whether this instance has joined, or has found its terms in all groups. */
    private boolean found;

    private boolean busy;
    private int next;
    private long touchedAt;
    private boolean touched;
    private @Nullable Survey latest;
    private volatile boolean joined;
    private volatile boolean gaveWay;
    private volatile @Nullable Supplier<RuntimeException> refusal;

    /**
     * A look at all groups.
     *
     * @param firstOnly whether only the first group may be written, because it is missing or has other terms
     * @param closed whether all groups have this instance's terms, and all windows under earlier ones have closed
     */
    private record Survey(long begun, boolean firstOnly, boolean closed) {}

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

    /** Whether this instance uses up what it holds, because its terms were replaced. It never leases again. Any thread. */
    public boolean hasGivenWay() {
        return gaveWay;
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
        Obstacle obstacle = value == null ? missing(group, look) : obstacle(group, value, look);
        if (obstacle == null && (value == null || !isOwn(value) || rule.isDoubted(value, look, seenOf(group)))) {
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
        GroupValue aligned = aligned(present);
        if (!aligned.equals(present)) {
            return Step.writeFirst(GroupValue.NAME, aligned.toString());
        }
        if (isChanging(present)) {
            return Step.answer(blocked.apply(Obstacle.CHANGING));
        }
        learn(present);
        seen.merge(group, present.doubted(), Math::max);
        return query.ask(present, look, belief != Belief.NONE);
    }

    private @Nullable Obstacle missing(String group, Snapshot look) {
        String text = look.value(GroupValue.NAME);
        if (text != null) {
            unreadable(group, GroupValue.NAME + ": " + text);
            return Obstacle.UNREADABLE;
        }
        if ((joined && client.hasOpenWindow(look.time())) || mayWrite(group)) {
            return null;
        }
        survey();
        return Obstacle.MISSING;
    }

    private @Nullable Obstacle obstacle(String group, GroupValue value, Snapshot look) {
        if (gaveWay) {
            return Obstacle.OTHER_TERMS;
        }
        return terms.disagreement(value.stored())
                .filter(other -> !mayReplace(group, value, other, look))
                .map(other -> differs(group, value, other, look))
                .orElse(null);
    }

    private long seenOf(String group) {
        return seen.getOrDefault(group, 0L);
    }

    private GroupValue noted(String group, @Nullable GroupValue value, Snapshot look) {
        if (value != null && !isOwn(value)) {
            return replacement(value, look);
        }
        GroupValue own = known == null ? planned : known;
        RegisterText text = own != null
                ? own.stored()
                : terms.writtenTo(RegisterText.empty()).with(GroupValue.SINCE, look.time());
        if (client.register().isShared()) {
            return rule.noted(value, look, seenOf(group), text);
        }
        // Nothing was granted before.
        long before = Math.max(0, look.time() - (rule.settling() + 1));
        return new GroupValue(look.run(), look.epoch(), before, text);
    }

    // Changed terms

    private boolean isNamed(Terms.Disagreement other) {
        return terms.replaces().contains(other.fingerprint());
    }

    /** Whether others have replaced the terms of this instance, after it found them in the store. */
    private boolean isReplaced(GroupValue value) {
        GroupValue own = known;
        return found && own != null && value.since() > own.since() && value.hasReplaced(terms.fingerprint());
    }

    /** The older terms win if both have open windows: the others were written after the store lost these. */
    private boolean mayReplace(String group, GroupValue value, Terms.Disagreement other, Snapshot look) {
        GroupValue own = known;
        boolean older =
                joined && Objects.requireNonNull(own).since() < value.since() && client.hasOpenWindow(look.time());
        return !isReplaced(value) && (older || (isNamed(other) && (joined || mayWrite(group))));
    }

    private GroupValue replacement(GroupValue value, Snapshot look) {
        RegisterText earlier = value.stored();
        GroupValue own = known;
        RegisterText text = terms.writtenTo(earlier)
                .with(GroupValue.SINCE, own == null ? look.time() : own.since())
                .with(
                        GroupValue.REPLACED,
                        terms.fingerprint(earlier)
                                + earlier.find(GroupValue.REPLACED)
                                        .map(more -> "," + more)
                                        .orElse(""));
        long behind = joined ? 0 : terms.behind(earlier); // a member goes on with its local time in any case
        return rule.replaced(value, look, text, Terms.ttl(earlier), behind);
    }

    /** A value with this instance's terms, as all groups have it: they begin at once, and forget what has closed. */
    private GroupValue aligned(GroupValue value) {
        GroupValue own = known;
        RegisterText text = value.stored();
        if (isSurveyed() && Objects.requireNonNull(latest).closed()) {
            text = text.without(GroupValue.REPLACED);
        } else if (!joined && own != null && value.begin() < own.begin()) {
            text = own.stored();
        }
        return new GroupValue(value.run(), value.epoch(), value.doubted(), text);
    }

    /** Whether this instance must look at all groups before it leases. */
    private boolean isChanging(GroupValue value) {
        if (joined && value.since() > Objects.requireNonNull(known).since()) {
            joined = false;
            next = 0;
            join();
        }
        return !joined && value.isReplacement();
    }

    /** Remembers the latest change of the terms, and when the last group begins. */
    private void learn(GroupValue value) {
        GroupValue own = known;
        GroupValue later = own == null || value.since() >= own.since() ? value : own;
        long begin = own == null ? 0 : Math.max(own.begin(), value.begin());
        known = begin <= later.begin()
                ? later
                : new GroupValue(
                        later.run(),
                        later.epoch(),
                        later.doubted(),
                        later.stored().with(GroupValue.BEGIN, begin));
    }

    /** Logs a value that cannot be read, once for each group. */
    public void unreadable(String group, String what) {
        client.log().errorOncePer(UNREADABLE, group, what);
    }

    /** Looks at the other groups, too, so that all are granted from again at about the same time. */
    private void noticed(String group, @Nullable GroupValue value) {
        if (value != null && !isOwn(value)) {
            terms.disagreement(value.stored())
                    .ifPresent(other -> client.log()
                            .warnOnce(REPLACING, other.setting(), other.expected(), other.actual(), other.pause()));
        } else if (value == null && seen.containsKey(group)) {
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
        if (busy || gaveWay) {
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
            found = true;
            refusal = null;
            if (!before) {
                client.log().debug(" joined: {}", terms.writtenTo(RegisterText.empty()));
                changed.run();
            }
        } else if (obstacle.get() == Obstacle.MISSING
                || (obstacle.get() == Obstacle.CHANGING && (known == null || !isSurveyed()))) {
            survey();
        } else if (obstacle.get() == Obstacle.CHANGING) {
            waitForBegin();
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
        List<GroupValue> own = values.stream().filter(this::isOwn).toList();
        List<Terms.Disagreement> kept = values.stream()
                .flatMap(value -> terms.disagreement(value.stored()).stream())
                .filter(other -> !isNamed(other))
                .toList();
        Optional<GroupValue> replacing = values.stream()
                .filter(this::isReplaced)
                .filter(value -> !isOwn(value))
                .findFirst();
        long took = client.time().nanoTime() - begun;
        if (replacing.isPresent()) {
            giveWay(
                    terms.disagreement(replacing.get().stored()).orElseThrow(),
                    looks.get(0).time());
        } else if (!kept.isEmpty()) {
            if (!(joined && !own.isEmpty())) {
                refuse(refusing, kept.get(0));
            }
            retryLater(Duration.ofMillis(rule.ttl())); // a look at all groups costs a request each
        } else if (values.size()
                < looks.stream().filter(look -> !isMissing(look)).count()) {
            failed("looking at all groups", new IllegalStateException("a value cannot be read"));
        } else if (took > SURVEY_NANOS) {
            failed("looking at all groups", new TimeoutException("it took " + took / 1_000_000 + " ms"));
        } else {
            own.forEach(this::learn);
            found |= own.size() == names.size();
            if (known == null && !none) { // a group that is missing begins like the others
                Snapshot other = looks.stream()
                        .filter(look -> GroupValue.of(look).isPresent())
                        .findFirst()
                        .orElseThrow();
                planned = replacement(GroupValue.of(other).orElseThrow(), other);
            }
            boolean closed = own.size() == names.size()
                    && looks.stream()
                            .allMatch(look ->
                                    look.time() > Objects.requireNonNull(known).begin())
                    && own.stream()
                            .allMatch(value -> value.begin()
                                    == Objects.requireNonNull(known).begin());
            latest = new Survey(begun, !isOwn(looks.get(0)), closed);
            write(looks, none);
        }
    }

    private boolean isOwn(GroupValue value) {
        return terms.disagreement(value.stored()).isEmpty();
    }

    private boolean isOwn(Snapshot look) {
        return GroupValue.of(look).filter(this::isOwn).isPresent();
    }

    private boolean isSurveyed() {
        Survey survey = latest;
        return survey != null && client.time().nanoTime() - survey.begun() <= SURVEY_NANOS;
    }

    /** Whether this instance has just looked at all groups and found that it may write the group. */
    private boolean mayWrite(String group) {
        return isSurveyed() && (!Objects.requireNonNull(latest).firstOnly() || group.equals(names.get(0)));
    }

    /** Callers learn until when leases under the earlier terms are open. */
    private void waitForBegin() {
        long begin = Objects.requireNonNull(known).begin();
        String why = OPEN_UNTIL.formatted(Instant.ofEpochMilli(begin));
        client.log().infoOnce(": {}", why);
        client.fails(new IllegalStateException(why));
        client.wakeCallers();
        long rest = begin + 1 - client.clock().millisAt(client.time().nanoTime());
        retryLater(Duration.ofMillis(Math.max(pause.toMillis(), Math.min(rest, rule.ttl()))));
    }

    private static boolean isMissing(Snapshot look) {
        return look.value(GroupValue.NAME) == null;
    }

    /**
     * Writes the groups that are missing or have other terms. If the first one is among them, writes that one, then
     * looks at all groups again.
     */
    private void write(List<Snapshot> looks, boolean none) {
        boolean firstOnly = Objects.requireNonNull(latest).firstOnly();
        List<Integer> places = IntStream.range(0, firstOnly ? 1 : names.size())
                .filter(place -> isMissing(looks.get(place)) || isUnaligned(looks.get(place)))
                .boxed()
                .toList();
        if (none && seen.isEmpty()) {
            client.log().info(IS_NEW, rule.opening(), rule.settling());
        } else if (none) {
            client.log().errorOnce(LOST, names.get(0));
        }
        client.<Optional<Obstacle>>askAll(
                places.size(), index -> touch(names.get(places.get(index))), (obstacles, failure) -> {
                    if (failure != null) {
                        failed("writing groups", failure);
                        return;
                    }
                    if (obstacles.stream().flatMap(Optional::stream).anyMatch(it -> it != Obstacle.CHANGING)) {
                        retryLater(pause);
                        return;
                    }
                    busy = false;
                    if (!places.isEmpty()
                            && (firstOnly || Objects.requireNonNull(known).isReplacement())) {
                        survey();
                    } else if (joined) {
                        changed.run();
                    } else {
                        join();
                    }
                });
    }

    private boolean isUnaligned(Snapshot look) {
        return GroupValue.of(look)
                .filter(value -> !isOwn(value) || !aligned(value).equals(value))
                .isPresent();
    }

    private Obstacle differs(String group, GroupValue value, Terms.Disagreement other, Snapshot look) {
        if (isReplaced(value)) {
            giveWay(other, look.time());
        } else if (!joined && isNamed(other)) {
            return Obstacle.CHANGING;
        } else if (!joined || group.equals(names.get(0))) {
            refuse(refusing, other);
        } else {
            client.log().errorOnce(OTHER_TERMS, group, other.setting(), other.expected());
            next = 0;
            join();
        }
        return Obstacle.OTHER_TERMS;
    }

    private void giveWay(Terms.Disagreement other, long now) {
        gaveWay = true;
        joined = false;
        refusal = () -> refusing.apply(other);
        client.log()
                .error(
                        REPLACED,
                        Instant.ofEpochMilli(Math.max(now, client.grantedUntil())),
                        refusing.apply(other).getMessage());
        changed.run();
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
