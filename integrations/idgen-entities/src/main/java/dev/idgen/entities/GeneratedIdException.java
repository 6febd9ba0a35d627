package dev.idgen.entities;

import org.jspecify.annotations.Nullable;

/** Thrown if idgen cannot generate an entity's ids as its annotation asks. */
public final class GeneratedIdException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String action;

    /**
     * For what a change of the annotation or of settings corrects.
     *
     * @param problem what is wrong, as a sentence without the full stop
     * @param action what to do, as a sentence
     */
    public GeneratedIdException(String problem, String action) {
        this(problem, action, null);
    }

    /**
     * @param problem what is wrong, as a sentence without the full stop
     * @param action what to do, as a sentence
     * @param cause the missing bean, if that is the problem
     */
    public GeneratedIdException(String problem, String action, @Nullable Throwable cause) {
        super(problem + ". " + action, cause);
        this.problem = problem;
        this.action = action;
    }

    public String problem() {
        return problem;
    }

    public String action() {
        return action;
    }
}
