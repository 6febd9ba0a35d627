package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.string.sequence.BucketClient;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.Stripe;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisCluster;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import redis.clients.jedis.Jedis;

/**
 * Requests to a real server that are repeated, delayed, lost or led to another server; instances that are stopped between a look and its
 * swap; and values that go, or become unreadable, at the worst moment. The windows of equal numbers and node ids never overlap.
 */
@Tag(Fleet.TAG)
class HostileNetworkIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "hostile";
    private static final BucketLayout LAYOUT = new BucketLayout(1, 6);
    private static final BucketLayout ONE = new BucketLayout(0, 4);
    private static final Duration TTL = Duration.ofSeconds(2);
    private static final Duration NODE_TTL = Duration.ofSeconds(5);
    private static final int INSTANCES = 3;
    private static final int ROUNDS = 300;
    private static final TimeSource TIME = TimeSource.system();

    private final GrantedWindows granted = new GrantedWindows(LAYOUT);
    private final Set<String> drawn = new HashSet<>();

    /** Draws as long as there is something, and notes what. */
    private int drawNoting(BucketSequence<String> sequence, int most) {
        for (int i = 0; i < most; i++) {
            try {
                Stripe<String> stripe = sequence.acquire();
                assertThat(drawn.add(stripe.tick() + "/" + stripe.number())).isTrue();
                sequence.release(stripe);
            } catch (SequenceUnavailableException e) {
                return i;
            }
        }
        return most;
    }

    private static Fate fate(Random random, Operation operation) {
        int any = random.nextInt(operation == Operation.SWAP ? 12 : 40);
        return switch (any) {
            case 0 -> Fate.FAILED;
            case 1 -> Fate.LOST;
            case 2, 3 -> Fate.LATE;
            case 4, 5 -> Fate.HELD;
            case 6, 7 -> Fate.REPEATED;
            default -> Fate.ANSWERED;
        };
    }

    /** Data is lost, servers change their run, requests that were under way arrive at another one that has a part of it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void anyRequestMayBeRepeatedLostOrLate(long seed) {
        Random random = new Random(seed);
        RedisServer redis = server("repl-diskless-sync-delay 0");
        Register first = granted.of(register(redis, NAMESPACE));
        List<UnreliableRegister> networks = new ArrayList<>();
        List<BucketSequence<String>> sequences = new ArrayList<>();
        List<LeasedNodeSource> nodes = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            Random own = new Random(random.nextLong());
            UnreliableRegister network = new UnreliableRegister(first);
            network.decide((operation, group) -> fate(own, operation));
            networks.add(network);
            sequences.add(sequence(network, LAYOUT, TTL, TIME));
            nodes.add(nodeSource(network, NODE_TTL, TIME));
        }
        RedisServer present = redis;
        int numbers = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            for (BucketSequence<String> sequence : sequences) {
                numbers += drawNoting(sequence, 20);
            }
            networks.get(random.nextInt(INSTANCES)).deliver();
            if (round % 60 == 0) {
                switch (random.nextInt(3)) {
                    case 0 -> changeRun(present);
                    case 1 -> loseAll(present);
                    default -> {
                        RedisServer replica = replicaOf(present);
                        replica.ask(Jedis::replicaofNoOne);
                        Register next = granted.of(register(replica, NAMESPACE));
                        networks.forEach(network -> network.leadTo(next));
                        present.kill();
                        present = replica;
                    }
                }
            }
            Pause.millis(20);
        }
        networks.forEach(network -> network.decide(Fate.ANSWERED));
        networks.forEach(UnreliableRegister::deliver);
        sequences.forEach(sequence ->
                Wait.until("numbers", () -> drawNoting(sequence, LAYOUT.quarterSize()) == LAYOUT.quarterSize()));
        nodes.forEach(AttackedServers::awaitNode);
        assertThat(numbers).isPositive();
        assertThat(granted.overlaps()).isEmpty();
    }

    private RedisServer replicaOf(RedisServer master) {
        RedisServer replica = server();
        replica.ask(jedis -> jedis.replicaof(RedisServer.HOST, master.port()));
        Wait.until("the replica", replica::isInSync);
        return replica;
    }

    @Test
    void swapThatIsLedToAnotherServerThanItsLookWritesNothing() {
        RedisServer master = server("repl-diskless-sync-delay 0");
        Register former = register(master, NAMESPACE);
        UnreliableRegister network = new UnreliableRegister(former);
        BucketClient client = new BucketClient(network, 0, ONE, TTL.toMillis());
        client.create(1);
        RedisServer replica = replicaOf(master);
        Wait.until(
                "numbers, since a master that gets its first replica changes its run",
                () -> client.ask(1).isGranted());
        Wait.until("the replica to have it", () -> values(replica).equals(values(master)));
        replica.ask(Jedis::replicaofNoOne);

        var late = swapLater(network, client);
        network.leadTo(register(replica, NAMESPACE));
        var before = values(replica);
        network.deliver();

        assertThat(late.join())
                .as("the look at the other server noted the doubt")
                .isPositive();
        assertThat(values(master)).isEqualTo(before);
    }

    /** Asks for a number; the look is answered, and the first swap waits until it is delivered. Tells for how long it is locked. */
    private static CompletableFuture<Long> swapLater(UnreliableRegister network, BucketClient client) {
        int before = network.swaps();
        network.decide((operation, group) ->
                operation == Operation.SWAP && network.swaps() == before ? Fate.LATE : Fate.ANSWERED);
        var answer = CompletableFuture.supplyAsync(() -> client.ask(1).locked());
        Wait.until("the swap", () -> network.swaps() > before);
        return answer;
    }

    /** A process that is stopped there may go on when all that it looked at has changed, or only the time. */
    @Test
    void instanceThatWasStoppedBetweenLookAndSwapIsGrantedWhatIsFreeThen() {
        RedisServer redis = server();
        Register register = granted.of(register(redis, NAMESPACE));
        UnreliableRegister network = new UnreliableRegister(register);
        BucketClient stopped = new BucketClient(network, 0, ONE, TTL.toMillis());
        BucketClient other = new BucketClient(register, 0, ONE, TTL.toMillis());
        other.create(1);

        var overtaken = swapLater(network, stopped);
        assertThat(other.ask(1).isGranted()).isTrue();
        network.deliver();
        assertThat(overtaken.join()).isZero();

        var slow = swapLater(network, stopped);
        String before = values(redis).toString();
        Pause.millis(Register.SWAP_LIMIT_MILLIS + 100);
        int swaps = network.swaps();
        assertThat(values(redis).toString()).isEqualTo(before);
        network.deliver();
        assertThat(slow.join()).isZero();
        assertThat(network.swaps()).as("the first wrote nothing").isEqualTo(swaps + 1);
        assertThat(granted.size()).isEqualTo(4);
        assertThat(granted.overlaps()).isEmpty();
    }

    /** Another instance makes the namespace, uses it, and all is lost, while the first is about to make it. */
    @Test
    void lossBetweenLookAndBirthIsALoss() {
        RedisServer redis = server();
        Register register = granted.of(register(redis, NAMESPACE));
        UnreliableRegister network = new UnreliableRegister(register);
        network.decide((operation, group) -> operation == Operation.SWAP ? Fate.LATE : Fate.ANSWERED);
        BucketSequence<String> first = sequence(network, LAYOUT, TTL, TIME);
        LeasedNodeSource firstNodes = nodeSource(network, NODE_TTL, TIME);
        Wait.until("both to be about to make them", () -> network.swaps() >= LAYOUT.buckets() + 8);
        BucketSequence<String> second = sequence(register, LAYOUT, TTL, TIME);
        LeasedNodeSource secondNodes = nodeSource(register, NODE_TTL, TIME);
        drawAll(second, LAYOUT.quarterSize());
        awaitNode(secondNodes);
        Pause.millis(Register.SWAP_LIMIT_MILLIS);

        network.decide(Fate.ANSWERED);
        loseAll(redis);
        network.deliver();
        drawAll(first, 4 * LAYOUT.quarterSize());
        drawAll(second, 4 * LAYOUT.quarterSize());
        awaitNode(firstNodes);
        awaitNode(secondNodes);
        assertThat(granted.overlaps()).isEmpty();
        assertThat(values(redis).values()).allMatch(value -> !value.contains(" entered=0 "));
    }

    @Test
    void valuesThatCannotBeReadAreInDoubt() {
        RedisServer redis = server();
        BucketSequence<String> sequence = sequence(granted.of(register(redis, NAMESPACE)), LAYOUT, TTL, TIME);
        LeasedNodeSource nodes = nodeSource(granted.of(register(redis, NAMESPACE)), NODE_TTL, TIME);
        drawAll(sequence, LAYOUT.quarterSize());
        long node = awaitNode(nodes).id();
        int before = granted.size();
        values(redis).keySet().stream().filter(name -> !name.endsWith("terms")).forEach(name -> {
            String[] keyAndField = name.split(" ", -1);
            redis.ask(jedis -> jedis.hset(keyAndField[0], keyAndField[1], "run=\u0000 by hand"));
        });

        drawAll(sequence, 8 * LAYOUT.quarterSize());
        Wait.until(
                "values that can be read",
                () -> values(redis).entrySet().stream()
                        .filter(it -> it.getKey().contains(":nodes:5:" + (node >> 2) + "}"))
                        .noneMatch(it -> it.getValue().contains("by hand")));
        assertThat(awaitNode(nodes).id()).isEqualTo(node);
        assertThat(granted.size()).isGreaterThan(before);
        assertThat(granted.overlaps()).isEmpty();
    }

    /** An answer that comes after its request was given up belongs to a name of its own: the attempts after it have others. */
    @Test
    void nodeIdIsNeverLeasedTwiceUnderOneName() {
        RedisServer redis = server();
        Register register = granted.of(register(redis, NAMESPACE));
        UnreliableRegister network = new UnreliableRegister(register);
        LeasedNodeSource nodes = nodeSource(network, NODE_TTL, TIME);
        long lost = awaitNode(nodes).id();
        network.decide((operation, group) -> operation == Operation.SWAP ? Fate.HELD : Fate.ANSWERED);
        String key = "{idgen:3:" + NAMESPACE + ":nodes:5:" + (lost >> 2) + "}";
        redis.ask(jedis -> {
            String value = jedis.hget(key, Long.toString(lost));
            return jedis.hset(key, Long.toString(lost), value.replaceAll("holder=\\S+", "holder=by-hand"));
        });
        Wait.until("four attempts, all of which lease", () -> granted.holders() >= 5);
        network.decide(Fate.ANSWERED);
        network.deliver();
        awaitNode(nodes);
        assertThat(granted.overlaps()).isEmpty();
    }

    /** A slot moves to another master while numbers of its bucket are drawn. */
    @Test
    void slotsMoveWhileNumbersAreDrawn() {
        try (RedisCluster cluster = RedisCluster.start(3, List.of())) {
            RedisClusterConfiguration servers = new RedisClusterConfiguration();
            cluster.masters().forEach(node -> servers.clusterNode(RedisServer.HOST, node.port()));
            Register register = granted.of(register(runner(servers), NAMESPACE));
            BucketSequence<String> sequence = sequence(register, LAYOUT, TTL, TIME);
            LeasedNodeSource nodes = nodeSource(register, NODE_TTL, TIME);
            drawAll(sequence, LAYOUT.quarterSize());
            awaitNode(nodes);
            for (String group : List.of("0", "1", "nodes:5:0", "nodes:5:7")) {
                RedisCluster.Move move = cluster.beginMove("{idgen:3:" + NAMESPACE + ":" + group + "}");
                drawWhile(sequence);
                move.moveKeys();
                drawWhile(sequence);
                move.end();
                Wait.until("numbers", () -> drawNoting(sequence, LAYOUT.quarterSize()) == LAYOUT.quarterSize());
            }
            awaitNode(nodes);
            assertThat(granted.overlaps()).isEmpty();
        }
    }

    private void drawWhile(BucketSequence<String> sequence) {
        for (int i = 0; i < 20; i++) {
            drawNoting(sequence, 5);
            Pause.millis(20);
        }
    }
}
