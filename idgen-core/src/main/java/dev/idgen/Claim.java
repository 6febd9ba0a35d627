package dev.idgen;

/** Takes a number for the caller unless somebody has it already: by an insert into a unique column, for example. */
@FunctionalInterface
public interface Claim {

    /**
     * Claims a number.
     *
     * @param generator the generator's name
     * @param number a number in its range
     * @return true if the number was nobody's and is the caller's now; false if it is taken, or that is not known
     */
    boolean claim(String generator, long number);
}
