package dev.idgen.entities;

/** The generators whose numbers are part of the caller's transaction. */
@FunctionalInterface
public interface TransactionalGenerators {

    boolean contains(String generator);
}
