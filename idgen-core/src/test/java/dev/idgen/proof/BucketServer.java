package dev.idgen.proof;

import static dev.idgen.proof.BucketWorld.*;
import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.List;

/** A server that is or was the master, and what it has stored. */
record BucketServer(Num reign, BucketStored stored) {

    static BucketServer any(String name) {
        return new BucketServer(Num.any(name), BucketStored.any(name));
    }

    /** Whether the value was written in this reign. */
    Truth isClean() {
        return stored.value().there().and(stored.ghost().reign().is(reign));
    }

    Truth isSound(List<Grant> grants, Num newest, Num t) {
        BucketTerms value = stored.value();
        Ghost ghost = stored.ghost();
        List<Truth> sound = new ArrayList<>(List.of(
                stored.isSound(grants),
                reign.atLeast(0),
                reign.atMost(newest),
                began(reign).atMost(t),
                value.there().implies(ghost.reign().atMost(reign)),
                // Its doubt went beyond.
                isClean()
                        .implies(Truth.all(
                                value.entered()
                                        .above(ghost.line().noticed().plus(TTL).plus(MARGIN)),
                                began(reign).atMost(ghost.line().noticedAt()),
                                ghost.line().noticedAt().atMost(t)))));
        for (int i = 0; i < grants.size(); i++) {
            Grant grant = grants.get(i);
            Truth thisStay = Truth.all(
                    grant.reign().is(reign), grant.begin().is(value.entered()), POSITION.below(value.position()));
            // Whatever an older reign granted was looked at in time.
            sound.add(grant.made()
                    .and(grant.reign().below(reign))
                    .implies(grant.lookedAt().atMost(began(reign).plus(LIFE))));
            // What is not newer closes before this stay, or is known, and in another quarter or given before.
            sound.add(Truth.all(isClean(), grant.made(), grant.reign().atMost(reign))
                    .implies(grant.end()
                            .below(value.entered())
                            .or(Truth.all(
                                    ghost.covers().get(i),
                                    grant.end().atMost(value.end(QUARTER)),
                                    QUARTER.isNot(value.quarter()).or(thisStay)))));
        }
        return Truth.all(sound);
    }
}
