package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore;
import dev.idgen.TcpProxy;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import dev.idgen.redis.ScriptRunner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;

/** A node of a cluster whose connections hang for ever after a partition, while new ones work. */
@Tag(Fleet.TAG)
class FrozenConnectionIntegrationTests extends AttackedServers {

    private static final int SLOTS = 16_384;

    /** A connection that passes on nothing after the next partition. */
    private record Freezing(AtomicInteger partitions, int before) implements TcpProxy.Connection {

        @Override
        public boolean passRequest(byte[] bytes, int length) {
            while (partitions.get() != before) {
                Wait.millis(100);
            }
            return true;
        }
    }

    @Test
    void frozenConnectionsToANodeOfAClusterAreReplaced() {
        AtomicInteger partitions = new AtomicInteger();
        TcpProxy network = opened(new TcpProxy(0, () -> new Freezing(partitions, partitions.get())));
        RedisServer node = server(
                "cluster-enabled yes",
                "cluster-announce-ip " + RedisServer.HOST,
                "cluster-announce-port " + network.port());
        network.leadTo(node.port());
        node.ask(jedis -> jedis.clusterAddSlots(IntStream.range(0, SLOTS).toArray()));
        Wait.until("the cluster", () -> node.ask(jedis -> jedis.clusterInfo().contains("cluster_state:ok")));
        LeaseStore leaseStore = register(
                opened(ScriptRunner.create(
                        factory(new RedisClusterConfiguration(List.of(RedisServer.HOST + ":" + network.port()))),
                        Duration.ofMillis(250),
                        TimeSource.system(),
                        "")),
                "frozen");
        Wait.until("an answer", () -> answers(leaseStore));

        partitions.incrementAndGet();
        assertThat(answers(leaseStore)).as("over the frozen connection").isFalse();
        Wait.until("an answer over another connection", () -> answers(leaseStore));
    }

    private static boolean answers(LeaseStore leaseStore) {
        try {
            leaseStore.read("any", List.of()).toCompletableFuture().join();
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
