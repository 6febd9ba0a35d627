package dev.idgen.internal.store.redis;

import org.jspecify.annotations.Nullable;

/** Recognises a server that does not know a script by its digest, in whatever a driver wraps the error. */
final class NoScript {

    private NoScript() {}

    static boolean isCauseOf(Throwable failure) {
        for (@Nullable Throwable at = failure; at != null; at = at.getCause()) {
            String message = at.getMessage();
            if (message != null && message.startsWith("NOSCRIPT")) {
                return true;
            }
        }
        return false;
    }
}
