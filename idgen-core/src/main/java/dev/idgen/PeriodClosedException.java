package dev.idgen;

import java.time.LocalDate;

/** A number was wanted for a period that {@code closed-before} has closed. None was taken. */
public class PeriodClosedException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final LocalDate begin;
    private final LocalDate closedBefore;

    /**
     * @param generator the generator's name
     * @param begin the first day of the period
     * @param closedBefore periods that begin before this day are closed
     */
    public PeriodClosedException(String generator, LocalDate begin, LocalDate closedBefore) {
        super("'idgen.generators." + generator + ".closed-before' is " + closedBefore
                + ", so there are no more numbers for the period that begins on " + begin);
        this.begin = begin;
        this.closedBefore = closedBefore;
    }

    /** The first day of the period. */
    public LocalDate begin() {
        return begin;
    }

    /** Periods that begin before this day are closed. */
    public LocalDate closedBefore() {
        return closedBefore;
    }
}
