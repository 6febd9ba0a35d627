package dev.idgen;

/** Takes a number for the caller unless it is taken, for example by an insert into a unique column. */
@FunctionalInterface
public interface Claim {

    /**
     * Claims a number.
     *
     * @param generator the generator's name
     * @param number a number in its range
     * @return true if the number was free and is the caller's now; false if it is taken, or that is not known
     */
    boolean claim(String generator, long number);
}
