package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

/**
 * A lease.
 *
 * @param released whether its holder has stopped
 * @param first reign, that granted it, in a line that began as {@code born}, {@code noticed} and {@code noticedAt} say
 * @param beginAt when it was looked for, in real time
 * @param reign the newest that granted or extended it
 * @param time of the clock of the look that gave it its end, which was {@code lookedAt} and swapped {@code at}
 */
record NodeLease(
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

    static NodeLease any(String name) {
        return new NodeLease(
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
    NodeLease or(Truth condition, NodeLease then) {
        return new NodeLease(
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

    NodeLease unmade() {
        return new NodeLease(
                Truth.of(false),
                begin,
                end,
                released,
                first,
                beginAt,
                born,
                noticed,
                noticedAt,
                reign,
                time,
                lookedAt,
                at);
    }

    static NodeLease acquired(LookTerms look, Num itsEnd, NodeGhost line, Num t) {
        Num from = look.reign();
        Num begin = look.circumstances().now();
        return new NodeLease(
                Truth.of(true),
                begin,
                itsEnd,
                Truth.of(false),
                from,
                look.at(),
                line.born(),
                line.noticed(),
                line.noticedAt(),
                from,
                look.time(),
                look.at(),
                t);
    }

    NodeLease renewed(LookTerms look, Num itsEnd, Num t) {
        return new NodeLease(
                made,
                begin,
                itsEnd,
                released,
                first,
                beginAt,
                born,
                noticed,
                noticedAt,
                reign.max(look.reign()),
                look.time(),
                look.at(),
                t);
    }

    NodeLease stopped(Num used) {
        return new NodeLease(
                made,
                begin,
                used.min(end),
                Truth.of(true),
                first,
                beginAt,
                born,
                noticed,
                noticedAt,
                reign,
                time,
                lookedAt,
                at);
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

    Truth isApartFrom(NodeLease lease) {
        return made.and(lease.made).implies(end.below(lease.begin).or(lease.end.below(begin)));
    }
}
