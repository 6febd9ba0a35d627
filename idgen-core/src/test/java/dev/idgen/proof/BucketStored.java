package dev.idgen.proof;

import static dev.idgen.proof.BucketWorld.*;
import static dev.idgen.proof.Scale.*;

import java.util.List;

/** A value, and what the proof knows of it. Its line is one of stays. */
record BucketStored(BucketTerms value, Ghost ghost) {

    static BucketStored any(String name) {
        return new BucketStored(BucketTerms.any(name), Ghost.any(name, 2));
    }

    BucketStored lost() {
        return new BucketStored(value.lost(), ghost);
    }

    /** True of each value that was ever stored, wherever it is found. */
    Truth isSound(List<Grant> grants) {
        Truth sound = Truth.all(
                isQuarter(value.quarter()),
                value.position().atLeast(0),
                value.position().atMost(SIZE),
                value.run().is(run(ghost.reign())),
                ghost.reign().atLeast(NO_REIGN));
        for (int i = 0; i < grants.size(); i++) {
            Grant grant = grants.get(i);
            // A value that reckons with a grant, however old, tells how long that may last.
            sound = sound.and(grant.made()
                    .and(ghost.covers().get(i))
                    .implies(grant.end().below(value.entered()).or(grant.end().atMost(value.end(QUARTER)))));
        }
        return value.there().implies(sound);
    }
}
