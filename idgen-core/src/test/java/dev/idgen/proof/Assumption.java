package dev.idgen.proof;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Register;

/** What the proofs take for granted. D and L are any times, the same in all sentences. */
enum Assumption implements Sentence {
    WHOLE("A swap is one atomic step. A group of values is lost as a whole or not at all."),
    TOLD(
            "A look tells the run. The next master has a run, or an epoch known to its askers, that no value has yet. Within both, no"
                    + " server returns to an earlier state. Two failovers take longer than " + Constants.LIMIT
                    + " by the clock of the server."),
    SILENT("A replaced master answers no look later than L after its successor began. D + L is at most "
            + Constants.MARGIN + "."),
    CLOCKS(
            "If a doubt does not know of a window, the clock that grants the window is ahead of the clock that notices the doubt by"
                    + " less than D. D + " + Constants.LIMIT + " is at most " + Constants.MARGIN + "."),
    UNUSED("If a namespace or pool is taken for new, all its earlier windows have closed."),
    REPLACED("A replaced master grants nothing from a namespace or pool after a successor took it for new.");

    private final String sentence;

    Assumption(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String sentence() {
        return sentence;
    }

    private static final class Constants {
        static final String LIMIT = Register.SWAP_LIMIT_MILLIS + " ms";
        static final String MARGIN = Circumstances.MARGIN_MILLIS / 1000 + " s";
    }
}
