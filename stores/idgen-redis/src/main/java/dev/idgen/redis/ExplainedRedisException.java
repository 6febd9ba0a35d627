package dev.idgen.redis;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * Redis is unreachable, or refuses a request until a setting changes. The message names the setting; the cause is the
 * driver's exception.
 */
final class ExplainedRedisException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** In each message of a server that cannot write, because it is a replica. */
    private static final String REPLICA = "READONLY";

    /** Messages of servers of different versions, and the advice for each. */
    private static final List<Advice> ADVICE = List.of(
            advice(
                    "NOPERM|The user executing the script can't run this|ACL failure in script",
                    "the Redis user may not do what idgen needs: grant it what docs/redis.md lists"),
            advice(
                    "WRONGPASS|NOAUTH|ERR invalid password|without any password configured",
                    "Redis refuses the credentials: check 'spring.data.redis.username' and 'spring.data.redis.password'"),
            advice(
                    REPLICA,
                    "this Redis is a replica, and only a master can be written to: check 'spring.data.redis.host', or let"
                            + " 'spring.data.redis.sentinel' or 'spring.data.redis.cluster' find the master"),
            advice("OOM command not allowed", "Redis is full: raise its 'maxmemory' or free some"),
            advice(
                    "DB index is out of range|SELECT is not allowed",
                    "Redis has no such database: check 'spring.data.redis.database'"),
            advice("ERR unknown command", "this Redis lacks a command that idgen needs: it needs Redis 5 or later"));

    private record Advice(Pattern words, String text) {}

    private ExplainedRedisException(String advice, Throwable cause) {
        super(advice, cause);
    }

    private static Advice advice(String words, String text) {
        return new Advice(Pattern.compile(words), text);
    }

    /**
     * Explains a failure. Returns it unchanged if it may pass by itself.
     *
     * @param servers the servers, for the message if they are unreachable
     * @param otherwise further advice for that case, as the end of the message, or empty
     */
    static Throwable of(Throwable failure, Supplier<RedisServers> servers, String otherwise) {
        Optional<String> advice = causes(failure)
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .flatMap(message -> ADVICE.stream()
                        .filter(known -> known.words().matcher(message).find()))
                .map(Advice::text)
                .findFirst();
        if (advice.isEmpty() && causes(failure).noneMatch(ExplainedRedisException::isUnreachable)) {
            return failure;
        }
        return new ExplainedRedisException(advice.orElseGet(() -> servers.get().advice() + otherwise), failure);
    }

    /** Whether a request failed because the server is a replica. */
    static boolean isOfReplica(Throwable failure) {
        return causes(failure)
                .anyMatch(cause -> String.valueOf(cause.getMessage()).contains(REPLICA));
    }

    private static boolean isUnreachable(Throwable failure) {
        String message = failure.getMessage();
        return failure instanceof RedisConnectionFailureException
                || failure instanceof ConnectException
                || failure instanceof UnknownHostException
                || (message != null && message.startsWith("Currently not connected"));
    }

    /** A failure, its cause, and so on. */
    static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }
}
