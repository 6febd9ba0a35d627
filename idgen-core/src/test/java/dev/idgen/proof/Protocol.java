package dev.idgen.proof;

import java.util.List;
import java.util.Optional;

/** What is proved. */
enum Protocol {
    BUCKET {
        @Override
        List<Obligation> with(Kept kept) {
            return BucketProof.with(kept);
        }
    },
    NODE_ID {
        @Override
        List<Obligation> with(Kept kept) {
            return NodeProof.with(kept);
        }
    };

    /** In place of an obligation, if none is broken: then the sentence is not needed. */
    static final String NOTHING = "nothing";

    abstract List<Obligation> with(Kept kept);

    /** The first obligation that does not hold without a sentence; empty if the proof has no such sentence. */
    Optional<String> brokenWithout(Sentence sentence) {
        Kept kept = Kept.without(sentence);
        List<Obligation> weaker = with(kept);
        if (!kept.isMissed()) {
            return Optional.empty();
        }
        try (Z3 z3 = new Z3()) {
            return Optional.of(weaker.stream()
                    .filter(obligation -> !z3.isProved(obligation))
                    .map(Obligation::name)
                    .findFirst()
                    .orElse(NOTHING));
        }
    }
}
