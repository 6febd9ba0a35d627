package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

/**
 * A grant of the number, or a lease of the node id.
 *
 * @param made whether it was
 * @param released whether its holder has stopped
 * @param first reign, that granted it in the line
 * @param beginAt when it was looked for, in real time
 * @param reign the newest that granted or extended it
 * @param time of the clock of the look that gave it its end, which was {@code lookedAt} and swapped {@code at}
 */
record Grant(
        Truth made,
        Num begin,
        Num end,
        Truth released,
        Num first,
        Num beginAt,
        Line line,
        Num reign,
        Num time,
        Num lookedAt,
        Num at) {

    static Grant any(String name) {
        return Terms.any(Grant.class, name, 0);
    }

    static Grant made(LookTerms look, Num begin, Num end, Line line, Num t) {
        Num from = look.reign();
        Truth no = Truth.of(false);
        return new Grant(Truth.of(true), begin, end, no, from, look.at(), line, from, look.time(), look.at(), t);
    }

    Grant unmade() {
        return Terms.with(this, "made", Truth.of(false));
    }

    Grant extended(LookTerms look, Num by, Num until, Num t) {
        return new Grant(made, begin, until, released, first, beginAt, line, by, look.time(), look.at(), t);
    }

    Grant stopped(Num used) {
        return Terms.with(this, "end", used.min(end), "released", Truth.of(true));
    }

    Truth isSound(Num newest, Num t) {
        return made.implies(Truth.all(
                begin.atMost(end),
                end.atMost(time.plus(TTL)),
                begin.above(line.noticed().plus(TTL).plus(MARGIN)),
                began(first).atMost(line.noticedAt()),
                first.atLeast(0),
                first.atMost(reign),
                reign.atMost(newest),
                beginAt.atMost(t),
                lookedAt.atMost(at),
                at.atMost(t)));
    }

    Truth isApartFrom(Grant grant) {
        return made.and(grant.made).implies(end.below(grant.begin).or(grant.end.below(begin)));
    }

    /** Windows of it in the first reign are newer than a look. */
    Truth isNewerThan(LookTerms look) {
        return made.and(first.above(look.reign()));
    }
}
