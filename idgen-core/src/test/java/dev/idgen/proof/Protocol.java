package dev.idgen.proof;

import java.util.List;
import java.util.Optional;

/** What is proved. */
enum Protocol {
    RECOVERY_NUMBER,
    REGULAR_NUMBER,
    RECOVERY_NODE_ID,
    REGULAR_NODE_ID;

    /** In place of an obligation, if none is broken: then the sentence is not needed. */
    static final String NOTHING = "nothing";

    List<Obligation> with(Kept kept) {
        Induction proof = switch (this) {
            case RECOVERY_NUMBER -> new RecoveryProof(kept);
            case REGULAR_NUMBER -> new RegularProof(kept);
            case RECOVERY_NODE_ID -> new RecoveryNodeProof(kept);
            case REGULAR_NODE_ID -> new RegularNodeProof(kept);
        };
        return proof.prove();
    }

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
