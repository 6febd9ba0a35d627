package dev.idgen.internal.counted;

import dev.idgen.Monotonicity;

/**
 * The kind of ids that a generator makes of counted numbers.
 *
 * @param generator the generator's name
 * @param type the generator's type as its ids are called, such as {@code counter}
 * @param monotonicity what the order of its ids says
 * @param form what becomes of a count
 */
public record CountedScheme(String generator, String type, Monotonicity monotonicity, NumberForm form) {

    @Override
    public String toString() {
        return type + " generator '" + generator + "'";
    }
}
