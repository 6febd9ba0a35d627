package dev.idgen;

/** Claims numbers for a generator, for example by an insert into a unique column. Called from any number of threads. */
@FunctionalInterface
public interface Claim {

    /**
     * Claims a number if it is free.
     *
     * @param generator the generator's name
     * @param number a number in the generator's range
     * @return true if the number was free and now belongs to the caller; false if it is taken or the outcome is unknown
     */
    boolean claim(String generator, long number);
}
