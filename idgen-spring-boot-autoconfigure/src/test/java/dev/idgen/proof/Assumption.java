package dev.idgen.proof;

/**
 * What the proofs take for granted. D and L are any times: they are the same in all sentences.
 *
 * <p>That a swap is one atomic step is not a formula but the shape of the world.
 */
enum Assumption implements Sentence {
    WHOLE("A group of values is lost as a whole or not at all."),
    TOLD("When a master is replaced or restarted, the next one has a run that it never had, or an epoch that no value has and that"
            + " every asker knows. Within a run and an epoch, no server is put back to an earlier state."),
    SILENT("A replaced master answers no look later than L after its successor began, and D + L <= 2 s."),
    CLOCKS("The clock that grants a window is ahead of the clock that notices a later doubt by less than D, and D + 500 ms <= 2 s."),
    UNUSED("When a value is born, every window that was granted before has closed."),
    REPLACED("A replaced master grants nothing of a value that was born after it was replaced.");

    private final String sentence;

    Assumption(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String sentence() {
        return sentence;
    }
}
