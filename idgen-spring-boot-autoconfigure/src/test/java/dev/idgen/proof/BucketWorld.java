package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.List;

/**
 * All that matters of one bucket, with the invariant: a server that a step is about, any other one, and two arbitrary grants of one
 * arbitrary number.
 *
 * @param t real time
 */
record BucketWorld(Server mine, Server other, List<Grant> grants, Num t) {

    static final Num SIZE = Num.any("quarterSize");
    static final Num USE = Num.any("use");

    /** What the proof knows of a value and no register stores. */
    record Ghost(Num reign, Truth born, Num noticed, Num noticedAt, List<Truth> covers) {

        /** Of a value that claims nothing. */
        static final Ghost NONE =
                new Ghost(NO_REIGN, Truth.FALSE, Num.of(0), Num.of(0), List.of(Truth.FALSE, Truth.FALSE));

        static Ghost any(String name) {
            return new Ghost(
                    Num.any(name + ".reign"),
                    Truth.any(name + ".born"),
                    Num.any(name + ".noticed"),
                    Num.any(name + ".noticedAt"),
                    List.of(Truth.any(name + ".coversA"), Truth.any(name + ".coversB")));
        }

        static Ghost choose(Truth condition, Ghost then, Ghost otherwise) {
            return new Ghost(
                    condition.choose(then.reign, otherwise.reign),
                    condition.choose(then.born, otherwise.born),
                    condition.choose(then.noticed, otherwise.noticed),
                    condition.choose(then.noticedAt, otherwise.noticedAt),
                    Truth.pairwise(condition::choose, then.covers, otherwise.covers));
        }

        Ghost ofNoReign() {
            return new Ghost(NO_REIGN, born, noticed, noticedAt, covers);
        }

        Ghost covering(List<Truth> which) {
            return new Ghost(reign, born, noticed, noticedAt, Truth.pairwise(Truth::or, covers, which));
        }

        Ghost notCovering(List<Truth> which) {
            return new Ghost(
                    reign, born, noticed, noticedAt, Truth.pairwise((a, b) -> a.and(b.not()), covers, which));
        }
    }

    /**
     * A value, the reign that wrote its run, and how its line of stays began: with a doubt or a birth, when that was noticed by the
     * look's clock and in real time, and which grants it reckons with.
     */
    record Stored(BucketTerms value, Ghost ghost) {

        static Stored any(String name) {
            return new Stored(BucketTerms.any(name), Ghost.any(name));
        }

        Stored lost() {
            return new Stored(value.lost(), ghost);
        }

        Stored notCovering(List<Truth> which) {
            return new Stored(value, ghost.notCovering(which));
        }

        /** True of each value that was ever stored, wherever it is found. */
        Truth isSound(List<Grant> grants) {
            Truth sound = Truth.all(
                    value.quarter().atLeast(0),
                    value.quarter().below(Num.of(BucketTerms.QUARTERS)),
                    value.position().atLeast(0),
                    value.position().atMost(SIZE),
                    value.run().is(run(ghost.reign)),
                    ghost.reign.atLeast(NO_REIGN));
            for (int i = 0; i < grants.size(); i++) {
                Grant grant = grants.get(i);
                // A value that reckons with a grant, however old, tells how long that may last.
                sound = sound.and(grant.made
                        .and(ghost.covers.get(i))
                        .implies(grant.end.below(value.entered()).or(grant.end.atMost(value.end(grant.quarter)))));
            }
            return value.there().implies(sound);
        }
    }

    /** A server that is or was the master, and what it has stored. */
    record Server(Num reign, Stored stored) {

        static Server any(String name) {
            return new Server(Num.any(name), Stored.any(name));
        }

        /** Whether the value was written in this reign. */
        Truth isClean() {
            return stored.value.there().and(stored.ghost.reign.is(reign));
        }

        Truth isSound(List<Grant> grants, Num newest, Num t) {
            BucketTerms value = stored.value;
            Ghost ghost = stored.ghost;
            List<Truth> sound = new ArrayList<>(List.of(
                    stored.isSound(grants),
                    reign.atLeast(0),
                    reign.atMost(newest),
                    began(reign).atMost(t),
                    value.there().implies(ghost.reign.atMost(reign)),
                    // Its doubt went beyond.
                    isClean().implies(Truth.all(
                            value.entered().above(ghost.noticed.plus(TTL).plus(MARGIN)),
                            began(reign).atMost(ghost.noticedAt),
                            ghost.noticedAt.atMost(t)))));
            for (int i = 0; i < grants.size(); i++) {
                Grant grant = grants.get(i);
                Truth thisStay = Truth.all(
                        grant.reign.is(reign), grant.begin.is(value.entered()), grant.position.below(value.position()));
                // Whatever an older reign granted was looked at in time.
                sound.add(grant.made
                        .and(grant.reign.below(reign))
                        .implies(grant.lookedAt.atMost(began(reign).plus(LIFE))));
                // What is not newer closes before this stay, or is known, and in another quarter or given before.
                sound.add(Truth.all(isClean(), grant.made, grant.reign.atMost(reign))
                        .implies(grant.end
                                .below(value.entered())
                                .or(Truth.all(
                                        ghost.covers.get(i),
                                        grant.end.atMost(value.end(grant.quarter)),
                                        grant.quarter.isNot(value.quarter()).or(thisStay)))));
            }
            return Truth.all(sound);
        }
    }

    /**
     * A grant of the number.
     *
     * @param made whether it was
     * @param reign that made it, from a line that began as {@code born}, {@code noticed} and {@code noticedAt} say
     * @param time of the clock of the look that gave it its end, which was {@code lookedAt} and swapped {@code at}
     */
    record Grant(
            Truth made,
            Num quarter,
            Num position,
            Num begin,
            Num end,
            Num reign,
            Truth born,
            Num noticed,
            Num noticedAt,
            Num time,
            Num lookedAt,
            Num at) {

        static Grant any(String name, Num quarter, Num position) {
            return new Grant(
                    Truth.any(name + ".made"),
                    quarter,
                    position,
                    Num.any(name + ".begin"),
                    Num.any(name + ".end"),
                    Num.any(name + ".reign"),
                    Truth.any(name + ".born"),
                    Num.any(name + ".noticed"),
                    Num.any(name + ".noticedAt"),
                    Num.any(name + ".time"),
                    Num.any(name + ".lookedAt"),
                    Num.any(name + ".at"));
        }

        Grant unmade() {
            return new Grant(
                    Truth.FALSE, quarter, position, begin, end, reign, born, noticed, noticedAt, time, lookedAt, at);
        }

        /** The same number, granted. */
        Grant made(Truth condition, Stored from, Num itsEnd, LookTerms look, Num now) {
            return new Grant(
                    condition.or(made),
                    quarter,
                    position,
                    condition.choose(from.value.entered(), begin),
                    condition.choose(itsEnd, end),
                    condition.choose(look.reign(), reign),
                    condition.choose(from.ghost.born, born),
                    condition.choose(from.ghost.noticed, noticed),
                    condition.choose(from.ghost.noticedAt, noticedAt),
                    condition.choose(look.time(), time),
                    condition.choose(look.at(), lookedAt),
                    condition.choose(now, at));
        }

        Grant extended(Truth condition, Num itsEnd, LookTerms look, Num now) {
            return new Grant(
                    made,
                    quarter,
                    position,
                    begin,
                    condition.choose(itsEnd, end),
                    reign,
                    born,
                    noticed,
                    noticedAt,
                    condition.choose(look.time(), time),
                    condition.choose(look.at(), lookedAt),
                    condition.choose(now, at));
        }

        Truth isSound(Num newest, Num t) {
            return made.implies(Truth.all(
                    begin.atMost(end),
                    end.atMost(time.plus(TTL)),
                    begin.above(noticed.plus(TTL).plus(MARGIN)),
                    began(reign).atMost(noticedAt),
                    lookedAt.atMost(at),
                    at.atMost(t),
                    reign.atMost(newest)));
        }

        Truth isApartFrom(Grant grant) {
            return made.and(grant.made).implies(end.below(grant.begin).or(grant.end.below(begin)));
        }
    }

    Truth areWindowsDisjoint() {
        return grants.get(0).isApartFrom(grants.get(1));
    }

    /** @param newest reign so far */
    Truth invariant(Num newest) {
        return Truth.all(
                SOUND,
                SIZE.above(0),
                USE.above(0),
                areWindowsDisjoint(),
                grants.get(0).isSound(newest, t),
                grants.get(1).isSound(newest, t),
                mine.reign.isNot(other.reign),
                mine.isSound(grants, newest, t),
                other.isSound(grants, newest, t));
    }

    /** After a write: only the written value reckons with {@code changed} grants. */
    BucketWorld wrote(Stored next, List<Grant> itsGrants, List<Truth> changed) {
        return new BucketWorld(
                new Server(mine.reign, new Stored(next.value, next.ghost.covering(changed))),
                new Server(other.reign, other.stored.notCovering(changed)),
                itsGrants,
                t);
    }
}
