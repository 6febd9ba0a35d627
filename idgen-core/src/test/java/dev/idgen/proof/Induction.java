package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import dev.idgen.proof.Proof.Obligation;
import dev.idgen.proof.Proof.Occurrence;
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

    private final Truth usual;
    private final List<Obligation> obligations = new ArrayList<>();
    private final List<Occurrence> occurrences = new ArrayList<>();

    /** @param usual the settings of the occurrences */
    Induction(Kept kept, Truth usual) {
        this.kept = kept;
        this.usual = Truth.all(MARGIN.is(2_000), LIMIT.is(500), usual);
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

    final void occurs(String name, Truth situation) {
        occurrences.add(new Occurrence(name, Truth.all(invariant(), usual, situation)));
    }

    final Proof proof() {
        return new Proof(List.copyOf(obligations), List.copyOf(occurrences));
    }

    /** How far a clock was ahead of real time is less than D more than how far the one that swaps is. */
    final Truth isNear(Num offset, Num t) {
        return offset.below(clock.minus(t).plus(SKEW));
    }
}
