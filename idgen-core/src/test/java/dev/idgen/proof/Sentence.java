package dev.idgen.proof;

/** A rule or an assumption of a proof, which can be taken out of it. */
interface Sentence {

    String name();

    String sentence();
}
