package dev.idgen.internal.store.redis;

import java.net.ConnectException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;

/** There is no connection to Redis: the message says which address was tried, and which properties name it. */
final class RedisUnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private RedisUnreachableException(String advice, Throwable cause) {
        super(advice, cause);
    }

    /**
     * Returns a failure with what to do about it if it is that there is no connection, or as it is.
     *
     * @param otherwise what else to do, as the end of the message, or empty
     */
    static Throwable explained(Throwable failure, RedisServers servers, String otherwise) {
        for (@Nullable Throwable at = failure; at != null; at = at.getCause()) {
            if (isUnreachable(at)) {
                return new RedisUnreachableException(servers.advice() + otherwise, failure);
            }
        }
        return failure;
    }

    private static boolean isUnreachable(Throwable failure) {
        String message = failure.getMessage();
        return failure instanceof RedisConnectionFailureException
                || failure instanceof ConnectException
                || failure instanceof UnknownHostException
                || (message != null && message.startsWith("Currently not connected"));
    }
}
