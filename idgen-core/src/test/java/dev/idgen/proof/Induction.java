package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.ArrayList;
import java.util.List;

/** A proof by induction: the beginning has an invariant, and each step keeps it. */
abstract class Induction {

    final Kept kept;
    final Num newest = Num.any("newest");
    final Num clock = Num.any("clock");
    final LookTerms look = LookTerms.any("look");

    /** Of the instance that asks. */
    final Num ttl;

    private final List<Obligation> obligations = new ArrayList<>();

    Induction(Kept kept) {
        this.kept = kept;
        this.ttl = kept.has(Sentence.TERMS) ? TTL : Num.any("question.ttl");
    }

    abstract Truth invariant();

    /** The invariant holds after a step. */
    final void step(String name, Truth assumed, Truth after) {
        obligation(name, invariant().and(assumed), after);
    }

    final void obligation(String name, Truth premises, Truth conclusion) {
        obligations.add(new Obligation(name, premises, conclusion));
    }

    final List<Obligation> obligations() {
        return obligations;
    }

    /** How far a clock was ahead of real time is less than D more than how far the one that swaps is. */
    final Truth isNear(Num offset, Num t) {
        return offset.below(clock.minus(t).plus(SKEW));
    }
}
