package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

/**
 * A grant of the number, or a lease of the node id.
 *
 * @param made whether it was
 * @param released whether its holder has stopped
 * @param slotEnd when the slot of its doubt ended
 * @param first reign, which granted it after a look at {@code beginTime}, in real time {@code beginAt}
 * @param reign the newest that granted or extended it
 * @param time of the look that gave it its end, in real time {@code lookedAt}
 * @param doubted the group's doubt when it was granted
 * @param noted when that was noted, by the clock of the look, in real time {@code notedAt}
 */
record Grant(
        Truth made,
        Num begin,
        Num end,
        Truth released,
        Num slotEnd,
        Num first,
        Num beginTime,
        Num beginAt,
        Num reign,
        Num time,
        Num lookedAt,
        Num doubted,
        Num noted,
        Num notedAt) {

    static Grant any(String name) {
        return Terms.any(Grant.class, name, 0);
    }

    Grant unmade() {
        return Terms.with(this, "made", Truth.of(false));
    }

    Grant stopped(Num used) {
        return Terms.with(this, "end", used.min(end), "released", Truth.of(true));
    }

    Truth isSound(Num newest, Num t) {
        return made.implies(Truth.all(
                begin.atMost(end),
                begin.atMost(beginTime),
                first.atLeast(0),
                first.atMost(reign),
                reign.atMost(newest),
                beginAt.atMost(t),
                lookedAt.atMost(t),
                began(first).atMost(notedAt),
                noted.atMost(doubted)));
    }

    /** A master that was replaced answered its looks early enough. */
    Truth isInTime(Num replacedBy) {
        Num latest = began(replacedBy).plus(LIFE);
        return made.implies(reign.below(replacedBy)
                .implies(lookedAt.atMost(latest))
                .and(first.below(replacedBy).implies(beginAt.atMost(latest))));
    }

    Truth isApartFrom(Grant grant) {
        return made.and(grant.made).implies(end.below(grant.begin).or(grant.end.below(begin)));
    }
}
