package dev.idgen.redis;

import dev.idgen.StoreUnsuitableException;
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
    static final String REPLICA = "READONLY";

    /** Messages of servers of different versions, and the advice for each. */
    private static final List<Advice> ADVICE = List.of(
            new Advice(
                    "NOPERM|The user executing the script can't run this|ACL failure in script",
                    "the Redis user may not do what idgen needs: grant it what docs/redis.md lists"),
            new Advice(
                    "WRONGPASS|NOAUTH|ERR invalid password|without any password configured",
                    "Redis refuses the credentials: check 'spring.data.redis.username' and 'spring.data.redis.password'"),
            new Advice(
                    REPLICA,
                    "this Redis is a replica, and only a master can be written to: check 'spring.data.redis.host', or let"
                            + " 'spring.data.redis.sentinel' or 'spring.data.redis.cluster' find the master"),
            new Advice("OOM command not allowed", "Redis is full: raise its 'maxmemory' or free some"),
            new Advice(
                    "DB index is out of range|SELECT is not allowed",
                    "Redis has no such database: check 'spring.data.redis.database'"),
            new Advice(
                    "ERR unknown command", "this Redis lacks a command that idgen needs: it needs Redis 5 or later"));

    /** @param words a regular expression */
    private record Advice(String words, String text) {}

    private ExplainedRedisException(String advice, Throwable cause) {
        super(advice, cause);
    }

    /**
     * Explains a failure. Returns it unchanged if it may pass by itself.
     *
     * @param otherwise the advice if the servers are unreachable
     */
    static Throwable of(Throwable failure, Supplier<String> otherwise) {
        Optional<String> advice = ADVICE.stream()
                .filter(known -> says(failure, known.words()))
                .map(Advice::text)
                .findFirst();
        if (advice.isEmpty() && causes(failure).noneMatch(ExplainedRedisException::isUnreachable)) {
            return failure;
        }
        return new ExplainedRedisException(advice.orElseGet(otherwise), failure);
    }

    /** Whether the message of a failure, or of a cause, contains a regular expression. */
    static boolean says(Throwable failure, String words) {
        Pattern pattern = Pattern.compile(words);
        return causes(failure)
                .anyMatch(cause ->
                        pattern.matcher(String.valueOf(cause.getMessage())).find());
    }

    /** @param lack what Redis lacks, and what to do about it */
    static StoreUnsuitableException unsuitable(String lack) {
        return new StoreUnsuitableException(
                lack + ". 'idgen.redis.accept-unseen-failovers: true' goes on without the guarantee");
    }

    /** The message alone, since it becomes part of messages to users. */
    @Override
    @SuppressWarnings("OverrideThrowableToString")
    public String toString() {
        return String.valueOf(getMessage());
    }

    private static boolean isUnreachable(Throwable failure) {
        return failure instanceof RedisConnectionFailureException
                || failure instanceof ConnectException
                || failure instanceof UnknownHostException
                || String.valueOf(failure.getMessage()).startsWith("Currently not connected");
    }

    /** A failure, its cause, and so on. */
    static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }
}
