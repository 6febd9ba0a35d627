package dev.idgen.proof;

/** A step of the world: what is true before it makes something true after it. */
record Obligation(String name, Truth premises, Truth conclusion) {}
