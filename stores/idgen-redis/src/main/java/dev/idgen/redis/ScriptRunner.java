package dev.idgen.redis;

import dev.idgen.store.Clocks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Runs scripts on the server that holds their keys, without blocking the caller. Several stores may share a runner; its
 * creator closes it. Thread-safe.
 */
public interface ScriptRunner extends AutoCloseable {

    /**
     * Creates a runner for the servers of a connection factory. With Lettuce, it opens its own connection; with
     * other drivers, it borrows the factory's.
     *
     * @param requestTimeout how long a request may take
     * @param otherwise further advice if Redis is unreachable, as the end of the message, or empty
     */
    static ScriptRunner create(RedisConnectionFactory factory, Duration requestTimeout, Clocks time, String otherwise) {
        Optional<LettuceConnections> lettuce =
                RedisServers.LETTUCE ? LettuceConnections.like(factory, requestTimeout) : Optional.empty();
        return lettuce.isPresent()
                ? new LettuceScriptRunner(lettuce.get(), requestTimeout, time, otherwise)
                : new BlockingScriptRunner(factory, time, otherwise);
    }

    /**
     * Sends a script. With sentinels, the script of leases first waits until they name the epoch of the connection's
     * server, because that may be a former master.
     *
     * @return the answer; may complete on any thread, with any failure of the connection, and long after the caller's
     *     deadline
     */
    CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments);

    /** Where idgen's keys are, for the log: the servers and the database. */
    default String place() {
        return "redis";
    }

    @Override
    void close();
}
