package dev.idgen.internal.data;

import org.jspecify.annotations.Nullable;

/** An entity's ids cannot be made as its annotation says. */
public final class GeneratedIdException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String action;

    /**
     * @param problem what is wrong, as a sentence without its end
     * @param action what to do, as a sentence
     * @param cause what is missing, if it is a bean
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
