package dev.idgen.proof;

import dev.idgen.proof.Proof.Obligation;
import java.util.Optional;

/** What is proved. */
enum Protocol {
    BUCKET {
        @Override
        Proof with(Kept kept) {
            return BucketProof.with(kept);
        }
    },
    NODE_ID {
        @Override
        Proof with(Kept kept) {
            return NodeProof.with(kept);
        }
    };

    /** In place of an obligation, if none is broken: then the sentence is not needed. */
    static final String NOTHING = "nothing";

    abstract Proof with(Kept kept);

    /** The first obligation that does not hold without a sentence; empty if the proof has no such sentence. */
    Optional<String> brokenWithout(Sentence sentence) {
        Kept kept = Kept.without(sentence);
        Proof weaker = with(kept);
        if (!kept.isMissed()) {
            return Optional.empty();
        }
        try (Z3 z3 = new Z3()) {
            return Optional.of(weaker.obligations().stream()
                    .filter(obligation -> !z3.isProved(obligation))
                    .map(Obligation::name)
                    .findFirst()
                    .orElse(NOTHING));
        }
    }
}
