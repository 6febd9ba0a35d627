package dev.idgen.internal.store.redis;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server will not do what is asked, however often, until somebody changes a setting: the message says which. The cause is
 * what the driver made of the server's words.
 */
final class RedisRefusalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The words of servers of different versions, and the advice for each. */
    private static final List<Advice> ADVICE = List.of(
            advice(
                    "NOPERM|The user executing the script can't run this|ACL failure in script",
                    "the Redis user may not do what idgen needs: grant it what docs/redis.md lists"),
            advice(
                    "WRONGPASS|NOAUTH|ERR invalid password|without any password configured",
                    "Redis refuses the credentials: check 'spring.data.redis.username' and 'spring.data.redis.password'"),
            advice(
                    "READONLY",
                    "this Redis is a replica, and only a master can be written to: check 'spring.data.redis.host', or let"
                            + " 'spring.data.redis.sentinel' or 'spring.data.redis.cluster' find the master"),
            advice("OOM command not allowed", "Redis is full: raise its 'maxmemory' or free some"),
            advice(
                    "DB index is out of range|SELECT is not allowed",
                    "Redis has no such database: check 'spring.data.redis.database'"),
            advice("ERR unknown command", "this Redis lacks a command that idgen needs: it needs Redis 5 or later"));

    private record Advice(Pattern words, String text) {}

    private RedisRefusalException(String advice, Throwable cause) {
        super(advice, cause);
    }

    private static Advice advice(String words, String text) {
        return new Advice(Pattern.compile(words), text);
    }

    /** Returns a failure with what to do about it, or as it is if it may pass by itself. */
    static Throwable explained(Throwable failure) {
        for (@Nullable Throwable at = failure; at != null; at = at.getCause()) {
            Optional<Advice> advice = adviceOn(at.getMessage());
            if (advice.isPresent()) {
                return new RedisRefusalException(advice.get().text(), failure);
            }
        }
        return failure;
    }

    private static Optional<Advice> adviceOn(@Nullable String message) {
        return message == null
                ? Optional.empty()
                : ADVICE.stream()
                        .filter(advice -> advice.words().matcher(message).find())
                        .findFirst();
    }
}
