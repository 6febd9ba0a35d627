package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

/**
 * A grant of the number.
 *
 * @param made whether it was
 * @param reign that made it, from a line that began as {@code born}, {@code noticed} and {@code noticedAt} say
 * @param time of the clock of the look that gave it its end, which was {@code lookedAt} and swapped {@code at}
 */
record BucketGrant(
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

    static BucketGrant any(String name, Num quarter, Num position) {
        return new BucketGrant(
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

    BucketGrant unmade() {
        return new BucketGrant(
                Truth.of(false), quarter, position, begin, end, reign, born, noticed, noticedAt, time, lookedAt, at);
    }

    /** The same number, granted. */
    BucketGrant made(Truth condition, BucketStored from, Num itsEnd, LookTerms look, Num now) {
        return new BucketGrant(
                condition.or(made),
                quarter,
                position,
                condition.choose(from.value().entered(), begin),
                condition.choose(itsEnd, end),
                condition.choose(look.reign(), reign),
                condition.choose(from.ghost().born(), born),
                condition.choose(from.ghost().noticed(), noticed),
                condition.choose(from.ghost().noticedAt(), noticedAt),
                condition.choose(look.time(), time),
                condition.choose(look.at(), lookedAt),
                condition.choose(now, at));
    }

    BucketGrant extended(Truth condition, Num itsEnd, LookTerms look, Num now) {
        return new BucketGrant(
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

    Truth isApartFrom(BucketGrant grant) {
        return made.and(grant.made).implies(end.below(grant.begin).or(grant.end.below(begin)));
    }
}
