package dev.idgen.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StringListOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Asks a judge through Lettuce, over its own connection. The client limits how long commands take. */
final class LettuceJudge extends RedisJudge {

    private static final StringCodec TEXT = StringCodec.UTF8;

    private final RedisClient client;
    private final RedisURI address;

    /** Null before the first command, and after a failure. */
    private volatile @Nullable CompletableFuture<StatefulRedisConnection<String, String>> connection;

    LettuceJudge(RedisClient client, RedisURI address, String masterName) {
        super(address.getHost() + ":" + address.getPort(), masterName);
        this.client = client;
        this.address = address;
    }

    @Override
    CompletionStage<List<String>> send(String... command) {
        CompletableFuture<StatefulRedisConnection<String, String>> used = connection;
        if (used == null || !used.join().isOpen()) {
            disconnect();
            used = client.connectAsync(TEXT, address).toCompletableFuture();
            connection = used;
        }
        CommandArgs<String, String> arguments = new CommandArgs<>(TEXT);
        List.of(command).subList(1, command.length).forEach(arguments::add);
        return used.thenCompose(connected ->
                connected.async().dispatch(CommandType.valueOf(command[0]), new StringListOutput<>(TEXT), arguments));
    }

    @Override
    void disconnect() {
        CompletableFuture<StatefulRedisConnection<String, String>> former = connection;
        connection = null;
        if (former != null) {
            var unused = former.thenAccept(StatefulRedisConnection::closeAsync);
        }
    }
}
