package dev.idgen.internal.store.redis;

import dev.idgen.internal.request.BlockingCalls;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** Asks a judge through Jedis, over a connection of its pool, which drops connections that failed. */
final class JedisJudge extends RedisJudge {

    private final RedisStandaloneConfiguration server;
    private final JedisConnections connections;
    private final BlockingCalls calls;

    JedisJudge(
            RedisStandaloneConfiguration server, String masterName, JedisConnections connections, BlockingCalls calls) {
        super(server.getHostName() + ":" + server.getPort(), masterName);
        this.server = server;
        this.connections = connections;
        this.calls = calls;
    }

    @Override
    CompletionStage<List<String>> send(String... command) {
        byte[][] arguments = Stream.of(command)
                .skip(1)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        return calls.call(() -> {
            try (RedisConnection connection = connections.to(server)) {
                Object answer = connection.execute(command[0], arguments);
                List<?> all = answer instanceof List<?> several
                        ? several
                        : Stream.ofNullable(answer).toList();
                return all.stream()
                        .map(each -> each instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : "" + each)
                        .toList();
            }
        });
    }

    @Override
    void disconnect() {}
}
