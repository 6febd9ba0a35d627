package dev.idgen.samples.quickstart;

import org.springframework.core.NestedExceptionUtils;

/** The embedded Redis does not run on this machine. */
class EmbeddedRedisException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EmbeddedRedisException(Throwable cause) {
        super("The embedded Redis did not start: " + NestedExceptionUtils.getMostSpecificCause(cause), cause);
    }
}
