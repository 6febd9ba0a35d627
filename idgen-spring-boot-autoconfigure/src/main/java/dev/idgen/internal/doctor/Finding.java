package dev.idgen.internal.doctor;

/**
 * Something about a store that puts ids at risk, or that could not be looked at.
 *
 * @param name by which it can be ignored: lower-case words with hyphens
 * @param weight how loud it is said
 * @param text where it was found, the setting and its value, what it costs, and what to do
 */
public record Finding(String name, Weight weight, String text) {

    /** How loud a finding is said. */
    public enum Weight {
        /** Ids, or the service, are at risk. */
        WARNING,
        /** To be known; there may be nothing to do. */
        NOTE
    }
}
