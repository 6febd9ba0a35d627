package dev.idgen.proof;

import static dev.idgen.proof.BucketWorld.SIZE;
import static dev.idgen.proof.Scale.*;

import java.util.List;

/**
 * A value, the reign that wrote its run, and how its line of stays began: with a doubt or a birth, when that was noticed by the
 * look's clock and in real time, and which grants it reckons with.
 */
record BucketStored(BucketTerms value, BucketGhost ghost) {

    static BucketStored any(String name) {
        return new BucketStored(BucketTerms.any(name), BucketGhost.any(name));
    }

    BucketStored lost() {
        return new BucketStored(value.lost(), ghost);
    }

    BucketStored notCovering(List<Truth> which) {
        return new BucketStored(value, ghost.notCovering(which));
    }

    /** True of each value that was ever stored, wherever it is found. */
    Truth isSound(List<BucketGrant> grants) {
        Truth sound = Truth.all(
                value.quarter().atLeast(0),
                value.quarter().below(Num.of(BucketTerms.QUARTERS)),
                value.position().atLeast(0),
                value.position().atMost(SIZE),
                value.run().is(run(ghost.reign())),
                ghost.reign().atLeast(NO_REIGN));
        for (int i = 0; i < grants.size(); i++) {
            BucketGrant grant = grants.get(i);
            // A value that reckons with a grant, however old, tells how long that may last.
            sound = sound.and(grant.made()
                    .and(ghost.covers().get(i))
                    .implies(grant.end().below(value.entered()).or(grant.end().atMost(value.end(grant.quarter())))));
        }
        return value.there().implies(sound);
    }
}
