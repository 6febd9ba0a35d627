package dev.idgen.samples.redis;

import org.springframework.core.NestedExceptionUtils;

/** Thrown if the embedded Redis does not start. */
public class EmbeddedRedisException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String advice;

    /**
     * Says why it does not run.
     *
     * @param advice what to do now
     */
    public EmbeddedRedisException(Throwable cause, String advice) {
        super("The embedded Redis did not start: " + NestedExceptionUtils.getMostSpecificCause(cause), cause);
        this.advice = advice;
    }

    String advice() {
        return advice;
    }
}
