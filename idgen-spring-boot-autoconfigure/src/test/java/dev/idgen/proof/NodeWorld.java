package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import dev.idgen.proof.NodeFormulas.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/**
 * All that matters of one node id, with the invariant: a server that a step is about, any other one, two arbitrary leases of the node id,
 * and any third.
 *
 * @param t real time
 */
record NodeWorld(Server mine, Server other, List<Lease> leases, Num t) {

    static final List<String> NAMES = List.of("A", "B", "C");

    /**
     * What the proof knows of a value and no register stores.
     *
     * @param reign that wrote its run
     * @param born whether no doubt was noticed since the pool was born
     * @param before when all leases that are recorded but the holder's have closed
     * @param noticed when the latest doubt was, by the look's clock, and in real time
     * @param covers the leases whose windows it reckons with
     * @param heard those that it knows to have been acquired
     */
    record Ghost(
            Num reign, Truth born, Num before, Num noticed, Num noticedAt, List<Truth> covers, List<Truth> heard) {

        private static final Num ZERO = Num.of(0);

        /** Of a value that claims nothing. */
        static final Ghost NONE = new Ghost(NO_REIGN, Truth.FALSE, ZERO, ZERO, ZERO, each(i -> false), each(i -> false));

        static Ghost any(String name) {
            return new Ghost(
                    Num.any(name + ".reign"),
                    Truth.any(name + ".born"),
                    Num.any(name + ".before"),
                    Num.any(name + ".noticed"),
                    Num.any(name + ".noticedAt"),
                    NAMES.stream().map(its -> Truth.any(name + ".covers" + its)).toList(),
                    NAMES.stream().map(its -> Truth.any(name + ".heard" + its)).toList());
        }

        static Ghost choose(Truth condition, Ghost then, Ghost otherwise) {
            return new Ghost(
                    condition.choose(then.reign, otherwise.reign),
                    condition.choose(then.born, otherwise.born),
                    condition.choose(then.before, otherwise.before),
                    condition.choose(then.noticed, otherwise.noticed),
                    condition.choose(then.noticedAt, otherwise.noticedAt),
                    Truth.pairwise(condition::choose, then.covers, otherwise.covers),
                    Truth.pairwise(condition::choose, then.heard, otherwise.heard));
        }

        Truth isSameAs(Ghost other) {
            List<Truth> same = new ArrayList<>(List.of(
                    reign.is(other.reign),
                    born.isSameAs(other.born),
                    before.is(other.before),
                    noticed.is(other.noticed),
                    noticedAt.is(other.noticedAt)));
            same.addAll(Truth.pairwise(Truth::isSameAs, covers, other.covers));
            same.addAll(Truth.pairwise(Truth::isSameAs, heard, other.heard));
            return Truth.all(same);
        }

        Ghost ofNoReign() {
            return new Ghost(NO_REIGN, born, before, noticed, noticedAt, covers, heard);
        }

        Ghost before(Num moment) {
            return new Ghost(reign, born, moment, noticed, noticedAt, covers, heard);
        }

        /** After a doubt was noticed: windows that the look's or an older reign granted are reckoned with. */
        Ghost noted(LookTerms look, List<Lease> leases) {
            List<Truth> old = leases.stream()
                    .map(lease -> lease.made.and(lease.reign.atMost(look.reign())))
                    .toList();
            List<Truth> met = leases.stream()
                    .map(lease -> lease.made.and(lease.first.atMost(look.reign())))
                    .toList();
            return new Ghost(
                    look.reign(),
                    Truth.FALSE,
                    before,
                    look.time(),
                    look.at(),
                    Truth.pairwise(Truth::or, covers, old),
                    Truth.pairwise(Truth::or, heard, met));
        }

        Ghost knowing(int lease, Truth window, Truth acquisition) {
            return changed(Truth::or, lease, window, acquisition);
        }

        Ghost notKnowing(int lease, Truth window, Truth acquisition) {
            return changed((a, b) -> a.and(b.not()), lease, window, acquisition);
        }

        private Ghost changed(BinaryOperator<Truth> how, int lease, Truth window, Truth acquisition) {
            return new Ghost(
                    reign,
                    born,
                    before,
                    noticed,
                    noticedAt,
                    Truth.pairwise(how, covers, only(lease, window)),
                    Truth.pairwise(how, heard, only(lease, acquisition)));
        }

        private static List<Truth> only(int lease, Truth truth) {
            return IntStream.range(0, NAMES.size())
                    .mapToObj(i -> i == lease ? truth : Truth.FALSE)
                    .toList();
        }

        static List<Truth> each(java.util.function.IntPredicate truth) {
            return IntStream.range(0, NAMES.size())
                    .mapToObj(i -> Truth.of(truth.test(i)))
                    .toList();
        }
    }

    /** A value and its ghost. */
    record Stored(NodeTerms value, Ghost ghost) {

        static Stored any(String name) {
            return new Stored(NodeTerms.any(name), Ghost.any(name));
        }

        static Stored choose(Truth condition, Stored then, Stored otherwise) {
            return new Stored(
                    NodeTerms.choose(condition, then.value, otherwise.value),
                    Ghost.choose(condition, then.ghost, otherwise.ghost));
        }

        Truth isSameAs(Stored other) {
            return value.isSameAs(other.value)
                    .and(value.there().implies(ghost.isSameAs(other.ghost)));
        }

        Stored lost(Truth isLost) {
            return new Stored(value.lost(isLost), ghost);
        }

        Ghost ghostOrNone() {
            return Ghost.choose(value.there(), ghost, Ghost.NONE);
        }

        /** Until then the value, if it is not in doubt, leases the node id to no other. */
        Truth records(int lease, Num moment) {
            Truth itsOwn = value.holder().is(lease).or(value.holder().is(NodeTerms.FREE));
            return moment.atMost(ghost.before).or(itsOwn.and(moment.atMost(value.end())));
        }

        /** It tells how long a window may last. */
        Truth covers(int i, Lease lease) {
            return lease.end.below(value.doubted().plus(TTL).plus(MARGIN)).or(records(i, lease.end));
        }

        /** It tells that the lease was there. */
        Truth hasHeardOf(int i, Lease lease) {
            return lease.begin.below(value.doubted().plus(MARGIN)).or(records(i, lease.begin));
        }

        /** True of each value that was ever stored, wherever it is found. */
        Truth isSound(int i, Lease lease, Num newest) {
            Truth known = Truth.all(
                    ghost.covers.get(i).implies(covers(i, lease)),
                    ghost.heard.get(i).implies(hasHeardOf(i, lease)),
                    value.holder()
                            .is(i)
                            .implies(lease.begin.atMost(value.end()).and(ghost.before.below(lease.begin))));
            return value.there()
                    .implies(Truth.all(
                            ghost.before.atMost(value.end()),
                            value.holder().atLeast(NodeTerms.FREE),
                            value.run().is(run(ghost.reign)),
                            ghost.reign.atLeast(NO_REIGN),
                            ghost.reign.atMost(newest),
                            lease.made.implies(known)));
        }
    }

    /** The pool's value and the node id's own. */
    record StoredGroup(Stored pool, Stored own) {

        static StoredGroup any(String name) {
            return new StoredGroup(Stored.any(name + ".pool"), Stored.any(name + ".own"));
        }

        Group terms() {
            return new Group(pool.value, own.value);
        }

        /** The value that the node id has. */
        Stored value() {
            return Stored.choose(own.value.there(), own, pool);
        }

        StoredGroup lost(Truth isPoolLost, Truth isOwnLost) {
            return new StoredGroup(pool.lost(isPoolLost), own.lost(isOwnLost));
        }

        StoredGroup notKnowing(int lease, Truth window, Truth acquisition) {
            return new StoredGroup(
                    new Stored(pool.value, pool.ghost.notKnowing(lease, window, acquisition)),
                    new Stored(own.value, own.ghost.notKnowing(lease, window, acquisition)));
        }
    }

    /** The line of a newer reign in which a lease of this reign or before was renewed first. */
    record Seal(Truth born, Num by, Num byAt) {

        static Seal any(String name) {
            return new Seal(Truth.any(name + ".sealBorn"), Num.any(name + ".by"), Num.any(name + ".byAt"));
        }

        static Seal choose(Truth condition, Seal then, Seal otherwise) {
            return new Seal(
                    condition.choose(then.born, otherwise.born),
                    condition.choose(then.by, otherwise.by),
                    condition.choose(then.byAt, otherwise.byAt));
        }
    }

    /** A server that is or was the master, and what it has stored. */
    record Server(Num reign, StoredGroup group, List<Seal> sealed) {

        static Server any(String name) {
            return new Server(
                    Num.any(name),
                    StoredGroup.any(name),
                    NAMES.stream().map(its -> Seal.any(name + its)).toList());
        }

        Server with(StoredGroup its) {
            return new Server(reign, its, sealed);
        }

        Server sealed(int lease, Truth condition, Seal seal) {
            List<Seal> seals = new ArrayList<>(sealed);
            seals.set(lease, Seal.choose(condition, seal, sealed.get(lease)));
            return new Server(reign, group, List.copyOf(seals));
        }

        /** Whether the node id's value was written in this reign. */
        Truth isClean() {
            Stored value = group.value();
            return value.value.there().and(value.ghost.reign.is(reign));
        }

        Truth isThere(Num newest, Num t) {
            return Truth.all(reign.atLeast(0), reign.atMost(newest), began(reign).atMost(t));
        }

        Truth isSound(int i, Lease lease, Num newest, Num t) {
            Stored value = group.value();
            Ghost ghost = value.ghost;
            Seal seal = sealed.get(i);
            Truth isSealed = Truth.all(lease.made, lease.first.atMost(reign), lease.reign.above(reign));
            Truth isInTime = lease.lookedAt.atMost(began(reign).plus(LIFE));
            Truth beganInTime = lease.beginAt.atMost(began(reign).plus(LIFE));
            return Truth.all(
                    value.isSound(i, lease, newest),
                    value.value.there().implies(ghost.reign.atMost(reign)),
                    lease.made.and(lease.reign.below(reign)).implies(isInTime),
                    lease.made.and(lease.first.below(reign)).implies(beganInTime),
                    isClean().implies(Truth.all(
                            began(reign).atMost(ghost.noticedAt),
                            ghost.noticedAt.atMost(t),
                            ghost.noticed.atMost(value.value.doubted()))),
                    // What is not newer is reckoned with.
                    Truth.all(isClean(), lease.made, lease.reign.atMost(reign)).implies(value.covers(i, lease)),
                    Truth.all(isClean(), lease.made, lease.first.atMost(reign)).implies(value.hasHeardOf(i, lease)),
                    isSealed.implies(began(reign)
                            .atMost(seal.byAt)
                            .and(lease.released.or(lease.end.atLeast(seal.by.plus(MARGIN))))),
                    isSealed.and(isClean())
                            .implies(Truth.either(
                                    seal.by.below(value.value.doubted().plus(TTL)),
                                    value.records(i, seal.by.plus(MARGIN)),
                                    lease.released.and(value.covers(i, lease)))));
        }
    }

    /**
     * A lease.
     *
     * @param released whether its holder has stopped
     * @param first reign, that granted it, in a line that began as {@code born}, {@code noticed} and {@code noticedAt} say
     * @param beginAt when it was looked for, in real time
     * @param reign the newest that granted or extended it
     * @param time of the clock of the look that gave it its end, which was {@code lookedAt} and swapped {@code at}
     */
    record Lease(
            Truth made,
            Num begin,
            Num end,
            Truth released,
            Num first,
            Num beginAt,
            Truth born,
            Num noticed,
            Num noticedAt,
            Num reign,
            Num time,
            Num lookedAt,
            Num at) {

        static Lease any(String name) {
            return new Lease(
                    Truth.any(name + ".made"),
                    Num.any(name + ".begin"),
                    Num.any(name + ".end"),
                    Truth.any(name + ".released"),
                    Num.any(name + ".first"),
                    Num.any(name + ".beginAt"),
                    Truth.any(name + ".born"),
                    Num.any(name + ".noticed"),
                    Num.any(name + ".noticedAt"),
                    Num.any(name + ".reign"),
                    Num.any(name + ".time"),
                    Num.any(name + ".lookedAt"),
                    Num.any(name + ".at"));
        }

        /** The same in the case of a condition, or as it was. */
        Lease or(Truth condition, Lease then) {
            return new Lease(
                    condition.choose(then.made, made),
                    condition.choose(then.begin, begin),
                    condition.choose(then.end, end),
                    condition.choose(then.released, released),
                    condition.choose(then.first, first),
                    condition.choose(then.beginAt, beginAt),
                    condition.choose(then.born, born),
                    condition.choose(then.noticed, noticed),
                    condition.choose(then.noticedAt, noticedAt),
                    condition.choose(then.reign, reign),
                    condition.choose(then.time, time),
                    condition.choose(then.lookedAt, lookedAt),
                    condition.choose(then.at, at));
        }

        Lease unmade() {
            return new Lease(
                    Truth.FALSE, begin, end, released, first, beginAt, born, noticed, noticedAt, reign, time, lookedAt,
                    at);
        }

        static Lease acquired(LookTerms look, Num itsEnd, Ghost line, Num t) {
            Num from = look.reign();
            Num begin = look.circumstances().now();
            return new Lease(
                    Truth.TRUE, begin, itsEnd, Truth.FALSE, from, look.at(), line.born, line.noticed, line.noticedAt,
                    from, look.time(), look.at(), t);
        }

        Lease renewed(LookTerms look, Num itsEnd, Num t) {
            return new Lease(
                    made, begin, itsEnd, released, first, beginAt, born, noticed, noticedAt, reign.max(look.reign()),
                    look.time(), look.at(), t);
        }

        Lease stopped(Num used) {
            return new Lease(
                    made, begin, used.min(end), Truth.TRUE, first, beginAt, born, noticed, noticedAt, reign, time,
                    lookedAt, at);
        }

        Truth isSound(Num newest, Num t) {
            return made.implies(Truth.all(
                    begin.atMost(end),
                    end.atMost(time.plus(TTL)),
                    begin.above(noticed.plus(TTL).plus(MARGIN)),
                    began(first).atMost(noticedAt),
                    first.atLeast(0),
                    first.atMost(reign),
                    reign.atMost(newest),
                    beginAt.atMost(t),
                    lookedAt.atMost(at),
                    at.atMost(t)));
        }

        Truth isApartFrom(Lease lease) {
            return made.and(lease.made).implies(end.below(lease.begin).or(lease.end.below(begin)));
        }
    }

    NodeWorld with(Server itsMine) {
        return new NodeWorld(itsMine, other, leases, t);
    }

    NodeWorld with(int lease, Lease then) {
        List<Lease> its = new ArrayList<>(leases);
        its.set(lease, then);
        return new NodeWorld(mine, other, List.copyOf(its), t);
    }

    /** Of the first so many leases. */
    Truth invariant(Num newest, int count) {
        Num reign = mine.reign;
        Num its = other.reign;
        Truth inOrder = reign.below(its)
                .choose(began(reign).atMost(began(its)), began(its).atMost(began(reign)));
        Truth sound = Truth.all(SOUND, mine.isThere(newest, t), other.isThere(newest, t), reign.isNot(its), inOrder);
        for (int i = 0; i < count; i++) {
            Lease lease = leases.get(i);
            sound = Truth.all(
                    sound,
                    lease.isSound(newest, t),
                    mine.isSound(i, lease, newest, t),
                    other.isSound(i, lease, newest, t));
            for (int j = i + 1; j < count; j++) {
                sound = sound.and(lease.isApartFrom(leases.get(j)));
            }
        }
        return sound;
    }
}
