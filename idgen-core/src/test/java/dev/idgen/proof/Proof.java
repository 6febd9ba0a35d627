package dev.idgen.proof;

import java.util.List;

/**
 * What is to be proved.
 *
 * @param obligations each follows from its premises
 * @param occurrences each can happen, so that the premises are not empty
 */
record Proof(List<Obligation> obligations, List<Occurrence> occurrences) {

    /** A step of the world: what is true before it makes something true after it. */
    record Obligation(String name, Truth premises, Truth conclusion) {}

    /** A situation that must be possible. */
    record Occurrence(String name, Truth situation) {}
}
