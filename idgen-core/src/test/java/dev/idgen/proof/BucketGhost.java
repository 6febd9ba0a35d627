package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.List;

/** What the proof knows of a value and no register stores. */
record BucketGhost(Num reign, Truth born, Num noticed, Num noticedAt, List<Truth> covers) {

    /** Of a value that claims nothing. */
    static final BucketGhost NONE =
            new BucketGhost(NO_REIGN, Truth.of(false), Num.of(0), Num.of(0), List.of(Truth.of(false), Truth.of(false)));

    static BucketGhost any(String name) {
        return new BucketGhost(
                Num.any(name + ".reign"),
                Truth.any(name + ".born"),
                Num.any(name + ".noticed"),
                Num.any(name + ".noticedAt"),
                List.of(Truth.any(name + ".coversA"), Truth.any(name + ".coversB")));
    }

    static BucketGhost choose(Truth condition, BucketGhost then, BucketGhost otherwise) {
        return new BucketGhost(
                condition.choose(then.reign, otherwise.reign),
                condition.choose(then.born, otherwise.born),
                condition.choose(then.noticed, otherwise.noticed),
                condition.choose(then.noticedAt, otherwise.noticedAt),
                Truth.pairwise(condition::choose, then.covers, otherwise.covers));
    }

    BucketGhost ofNoReign() {
        return new BucketGhost(NO_REIGN, born, noticed, noticedAt, covers);
    }

    BucketGhost covering(List<Truth> which) {
        return new BucketGhost(reign, born, noticed, noticedAt, Truth.pairwise(Truth::or, covers, which));
    }

    BucketGhost notCovering(List<Truth> which) {
        return new BucketGhost(
                reign, born, noticed, noticedAt, Truth.pairwise((a, b) -> a.and(b.not()), covers, which));
    }
}
