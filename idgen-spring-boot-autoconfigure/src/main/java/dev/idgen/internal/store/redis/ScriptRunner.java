package dev.idgen.internal.store.redis;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Runs scripts on the server that holds their keys, without blocking the caller. Several stores may stand on one;
 * whoever created it closes it. Thread-safe.
 */
public interface ScriptRunner extends AutoCloseable {

    /**
     * Reaches the servers that a connection factory reaches. With Lettuce it opens one connection of its own; with any
     * other driver it borrows the factory's.
     *
     * @param requestTimeout after which a request counts as failed
     */
    static ScriptRunner create(RedisConnectionFactory factory, Duration requestTimeout, TimeSource time) {
        return create(factory, requestTimeout, time, "");
    }

    /**
     * The same, with a message of its own where Redis cannot be reached.
     *
     * @param otherwise what else to do then, as the end of the message; empty if there is nothing
     */
    static ScriptRunner create(
            RedisConnectionFactory factory, Duration requestTimeout, TimeSource time, String otherwise) {
        if (RedisServers.LETTUCE) {
            Optional<LettuceConnections> connections = LettuceConnections.like(factory, requestTimeout);
            if (connections.isPresent()) {
                return new LettuceScriptRunner(connections.get(), requestTimeout, time, otherwise);
            }
        }
        return new BlockingScriptRunner(factory, time, otherwise);
    }

    /**
     * Sends a script. With sentinels that of leases waits until they have told the epoch of the connection's server,
     * since that may be one that came back.
     *
     * @return its answer. May complete on any thread, with any failure the connection has, and long after the caller
     *     lost interest
     */
    CompletionStage<ScriptReply> run(LuaScript script, List<String> keys, List<String> arguments);

    /** Where idgen's keys are, for people to read: the servers, and the database there. */
    default String place() {
        return "redis";
    }

    @Override
    void close();
}
