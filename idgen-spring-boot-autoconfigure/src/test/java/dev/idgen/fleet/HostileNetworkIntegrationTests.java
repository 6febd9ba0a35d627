package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdgenException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.stamped.node.Node;
import dev.idgen.internal.store.redis.RedisRegister;
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
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import redis.clients.jedis.Jedis;

/**
 * Requests to a real server that are repeated, delayed, lost or led to another server; slots that move; clocks that are off; and starts
 * all at once. The windows of equal numbers and node ids never overlap.
 */
@Tag(Fleet.TAG)
class HostileNetworkIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "hostile";
    private static final BucketLayout LAYOUT = new BucketLayout(1, 6);
    /** So many numbers that none comes round in a test. */
    private static final BucketLayout MANY = BucketLayout.STANDARD;

    private static final Duration MANY_TTL = Duration.ofSeconds(10);
    private static final Duration TTL = Duration.ofSeconds(2);
    private static final Duration NODE_TTL = Duration.ofSeconds(5);
    private static final int INSTANCES = 3;
    private static final int ROUNDS = 300;
    private static final int STARTS = Integer.getInteger("idgen.fleet.starts", 100);
    private static final TimeSource TIME = TimeSource.system();

    private final GrantedWindows granted = new GrantedWindows(LAYOUT);
    private final GrantedWindows manyGranted = new GrantedWindows(MANY);
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
                        RedisServer replica = opened(RedisServer.replicaOf(present));
                        Wait.until("the replica", replica::isInSync);
                        replica.ask(Jedis::replicaofNoOne);
                        Register next = granted.of(register(replica, NAMESPACE));
                        networks.forEach(network -> network.leadTo(next));
                        present.kill();
                        present = replica;
                    }
                }
            }
            Wait.millis(20);
        }
        networks.forEach(network -> network.decide(Fate.ANSWERED));
        networks.forEach(UnreliableRegister::deliver);
        sequences.forEach(sequence ->
                Wait.until("numbers", () -> drawNoting(sequence, LAYOUT.quarterSize()) == LAYOUT.quarterSize()));
        nodes.forEach(AttackedServers::awaitNode);
        assertThat(numbers).isPositive();
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

    /**
     * The instances are 90 seconds behind. Before: the young holder could not mark the loss, so the starter took all for new: overlaps
     * in 22 of 22 rounds.
     */
    @Test
    void holderThatIsYoungNotesALossAndAStarterWaits() {
        RedisServer redis = server();
        Register register = granted.of(register(redis, NAMESPACE));
        BucketSequence<String> right = sequence(register, LAYOUT, TTL, TIME);
        Wait.until("numbers of all buckets", () -> {
            draw(right, LAYOUT.quarterSize());
            return granted.groups().containsAll(List.of("0", "1"));
        });
        right.close();
        LeasedNodeSource rightNodes = nodeSource(register, NODE_TTL, TIME);
        awaitNode(rightNodes);
        rightNodes.close();
        TimeSource behind = new SteppingTime(Duration.ofSeconds(-90), Duration.ZERO);
        BucketSequence<String> holder = sequence(register, LAYOUT, TTL, behind);
        drawAll(holder, LAYOUT.quarterSize());
        LeasedNodeSource holdersNodes = nodeSource(register, NODE_TTL, behind);
        Node node = awaitNode(holdersNodes);

        loseAll(redis);
        Wait.until("the holder to ask", () -> {
            draw(holder, 1);
            Map<String, String> values = values(redis);
            return values.keySet().stream().anyMatch(name -> name.endsWith(" lease"))
                    && values.keySet().stream().anyMatch(name -> name.contains(":nodes:"));
        });
        Register starters = granted.of(register(redis, NAMESPACE));
        BucketSequence<String> starter = sequence(starters, LAYOUT, TTL, behind);
        LeasedNodeSource startersNodes = nodeSource(starters, NODE_TTL, behind);
        drawAll(starter, 4 * LAYOUT.quarterSize());
        drawAll(holder, 4 * LAYOUT.quarterSize());
        Node startersNode = startersNodes.current(); // none for two minutes, if no value tells that the server is right
        assertThat(startersNode == null || startersNode.id() != node.id()).isTrue();
        assertThat(granted.overlaps()).isEmpty();
    }

    /** A deployment starts all its instances at once, on a namespace that is new, and again when it is not. */
    @Test
    void instancesThatStartAtOnceAllIssueNumbers() {
        RedisServer redis = server();
        Register register = manyGranted.of(register(redis, NAMESPACE));
        for (int round = 0; round < 2; round++) {
            List<BucketSequence<String>> started = Stream.generate(() -> sequence(register, MANY, MANY_TTL, TIME))
                    .limit(STARTS)
                    .toList();
            started.forEach(sequence -> drawAll(sequence, 1));
            started.forEach(BucketSequence::close);
        }
        assertThat(manyGranted.overlaps()).isEmpty();
        assertThat(values(redis)).hasSizeLessThanOrEqualTo(MANY.buckets() + 1);
    }

    /** Before: as long as an instance ran that could not see in which run Redis is, all buckets were locked for all. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void userWithoutInfoPutsNothingInDoubtWhetherAcceptedOrRefused(boolean accepted) {
        RedisServer redis = server();
        BucketSequence<String> shop = sequence(manyGranted.of(register(redis, NAMESPACE)), MANY, MANY_TTL, TIME);
        LeasedNodeSource shopNodes = nodeSource(manyGranted.of(register(redis, NAMESPACE)), NODE_TTL, TIME);
        drawAll(shop, 1000);
        awaitNode(shopNodes);
        Map<String, String> before = doubts(redis);
        redis.ask(jedis -> jedis.aclSetUser("canary", "reset", "on", "nopass", "~*", "&*", "+@all", "-info"));
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(RedisServer.HOST, redis.port());
        server.setUsername("canary");
        server.setPassword("any");
        Register register = manyGranted.of(new RedisRegister(runner(server), NAMESPACE, accepted, TIME));
        BucketSequence<String> canary = sequence(register, MANY, MANY_TTL, TIME);
        LeasedNodeSource nodes = nodeSource(register, NODE_TTL, TIME);

        if (accepted) {
            drawAll(canary, 1000);
            awaitNode(nodes);
        } else {
            Wait.until("a refusal", () -> {
                try {
                    canary.release(canary.acquire());
                    throw new AssertionError("issued a number");
                } catch (StoreUnsuitableException e) {
                    return true;
                } catch (IdgenException e) {
                    return false;
                }
            });
            Wait.until(
                    "a refusal of node ids", () -> nodes.trouble().orElse("").contains("Grant the Redis user '+info'"));
        }
        drawAll(shop, 10_000);
        assertThat(doubts(redis)).containsAllEntriesOf(before);
        awaitNode(shopNodes);
        assertThat(manyGranted.overlaps()).isEmpty();
    }

    /** What a doubt changes of a bucket or a node id. */
    private static Map<String, String> doubts(RedisServer redis) {
        Map<String, String> doubts = new TreeMap<>();
        values(redis)
                .forEach((name, value) ->
                        doubts.put(name, value.replaceAll(" (position|last|ends|end|holder)=\\S*", "")));
        return doubts;
    }

    private void drawWhile(BucketSequence<String> sequence) {
        for (int i = 0; i < 20; i++) {
            drawNoting(sequence, 5);
            Wait.millis(20);
        }
    }
}
