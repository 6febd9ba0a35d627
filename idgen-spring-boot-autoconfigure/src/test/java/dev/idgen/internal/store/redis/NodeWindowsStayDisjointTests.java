package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.LongestTtl;
import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Lost;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.stamped.node.NodePool;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocol's invariant, checked on the shipped script in simulated time: for each node id the windows that any two
 * holders were told are disjoint, through pauses of any length, answers that do not arrive, failovers and restarts with any of the
 * records that there ever were, or none, however soon after one another, evicted keys, servers whose clocks differ, old masters that
 * live on for a while, servers that do not tell their run, and ttls that are raised. Each rule taken away lets windows overlap, so
 * the check can see it.
 */
class NodeWindowsStayDisjointTests {

    private static final int BITS = 2;
    private static final int[] TTLS = {5000, 15_000, 5000, 15_000, 15_000, 5000};
    private static final int RAISED_TTL = 60_000;
    private static final int RUNS = 500;
    private static final int STEPS = 300;
    private static final int[][] PACES = {{0, 1, 40, 300, 1500}, {0, 1, 300, 1500, 6000}, {0, 300, 1500, 6000, 20_000}};
    private static final int LONGEST_LIFE = 150;
    private static final int LONGEST_SKEW = 900; // so that two clocks, and a life, are within the margin
    private static final int MOST_PAST = 60;
    private static final long TIME_TO_HEAR = 10_000; // twice the shortest ttl

    /** A lease as its holder knows it. */
    private static final class Lease {

        private final String holder;
        private final long node;
        private final long notBefore;
        private long notAfter;

        /** The time up to which ids may have been stamped, less than {@code notAfter} if it was given back before. */
        private long lastStamp = Long.MAX_VALUE;

        Lease(String holder, NodeGranted grant) {
            this.holder = holder;
            this.node = grant.node();
            this.notBefore = grant.window().notBefore();
            this.notAfter = grant.window().notAfter();
        }

        long end() {
            return Math.min(notAfter, lastStamp);
        }
    }

    /** A server process, with what replicas and disks may still have of it. */
    private static final class Server {

        private final ManualTime time;
        private final SimulatedRedis redis;
        private final List<Object> past = new ArrayList<>();
        private int skew;

        /** Whether somebody has asked since writes were lost. */
        private boolean asked;

        private long silentFrom = Long.MAX_VALUE;

        Server(ManualTime time, UnaryOperator<String> edit) {
            this.time = time;
            redis = new SimulatedRedis(this::time, edit);
        }

        long time() {
            return time.millis() + skew;
        }

        void remember() {
            past.add(redis.snapshot());
            if (past.size() > MOST_PAST) {
                past.remove(1 + past.size() / 2);
            }
        }
    }

    /** An instance: what it holds, what it knows of ttls, and the server that it takes for the master. */
    private static final class Client implements ScriptRunner {

        private final LongestTtl ttl;
        private final boolean mayAskForInfo;
        private final NodeLeaseStore store;
        private Server at;
        private long connections;
        private Lease lease;
        private long answeredAt = Long.MIN_VALUE;

        Client(Server at, long ttl, boolean mayAskForInfo, Random random) {
            this.at = at;
            this.ttl = new LongestTtl(ttl);
            this.mayAskForInfo = mayAskForInfo;
            this.store = new RedisNodeLeaseStore(this, new RedisKeys("test"), random::nextLong);
        }

        @Override
        public CompletionStage<List<Object>> run(LuaScript script, List<String> keys, List<String> arguments) {
            if (mayAskForInfo) {
                at.redis.allowInfo();
            } else {
                at.redis.refuseInfo();
            }
            return at.redis.run(script, keys, arguments);
        }

        @Override
        public long connections() {
            return connections;
        }

        @Override
        public void close() {}

        NodeAsker asker(String holder, long absence) {
            return new NodeAsker(NodePool.ofBits(BITS), holder, ttl.claim(), at.time(), absence);
        }
    }

    /** One server's life after another, from a seed. */
    private static final class Story {

        private final Random random;
        private final UnaryOperator<String> edit;
        private final ManualTime time = new ManualTime();
        private final int refusals;
        private final int[] pace;
        private final int raisedFrom;
        private final Client[] clients = new Client[TTLS.length];
        private final List<Lease> leases = new ArrayList<>();
        private Server master;
        private int step;
        private int names;
        private int runs;
        private int losses;

        Story(long seed, UnaryOperator<String> edit) {
            this.random = new Random(seed);
            this.edit = edit;
            this.refusals = Math.max(0, 2 - (int) (seed % 8)); // none, some or all are refused INFO
            this.pace = PACES[random.nextInt(PACES.length)];
            this.raisedFrom = random.nextInt(STEPS);
            this.master = newServer();
            master.remember();
            for (int i = 0; i < clients.length; i++) {
                clients[i] = newClient(i);
            }
            acquire(clients[0], master.time()); // it is new
        }

        private Server newServer() {
            Server server = new Server(time, edit);
            server.skew = anySkew();
            server.redis.setRun("run" + ++runs);
            return server;
        }

        private int anySkew() {
            return random.nextBoolean()
                    ? random.nextInt(2 * LONGEST_SKEW) - LONGEST_SKEW
                    : (2 * random.nextInt(2) - 1) * LONGEST_SKEW;
        }

        /** A process that starts; with a longer ttl if it is one of those that were configured anew. */
        private Client newClient(int i) {
            boolean refused = random.nextInt(2) < refusals;
            return new Client(master, step > raisedFrom && i >= 4 ? RAISED_TTL : TTLS[i], !refused, random);
        }

        void play() {
            for (step = 0; step < STEPS; step++) {
                int i = random.nextInt(clients.length);
                if (step == raisedFrom + 1 || random.nextInt(30) == 0) {
                    clients[i] = newClient(i); // killed, and started again
                }
                Client client = clients[i];
                connect(client);
                switch (random.nextInt(60)) {
                    case 0, 1, 2 -> lose(this::failOver);
                    case 3 -> lose(this::evict);
                    case 4, 5 -> release(client);
                    case 6 -> setClock();
                    case 9 -> bootBehind(client);
                    case 7, 8 -> succeed(client);
                    default -> act(client);
                }
                time.advance(Duration.ofMillis(pace[random.nextInt(pace.length)]));
                if (random.nextInt(60) == 0) {
                    time.advance(Duration.ofMillis(random.nextInt(30_000))); // all are paused
                }
            }
        }

        private void setClock() {
            master.skew = anySkew();
        }

        /** Its machine boots, losing nothing, with its clock minutes behind until it is set. */
        private void bootBehind(Client client) {
            if (master.asked && random.nextInt(4) == 0) {
                master.redis.setRun("run" + ++runs);
                master.skew = -random.nextInt(300_000);
                act(client);
                time.advance(Duration.ofMillis(random.nextInt(2000)));
                setClock();
            }
        }

        /** What is assumed: the first to ask afterwards has been answered a short time ago, so that it knows the longest ttl. */
        private void lose(Runnable loss) {
            Client first = clients[0];
            for (Client client : clients) {
                boolean hasHeard = time.millis() - client.answeredAt < TIME_TO_HEAR && random.nextBoolean();
                if (hasHeard || client.answeredAt > first.answeredAt) {
                    first = client;
                }
            }
            losses++;
            loss.run();
            if (random.nextBoolean()) {
                time.advance(Duration.ofMillis(random.nextInt(3)));
                loss.run(); // another, before anybody has asked
            }
            connect(first);
            act(first);
        }

        private void connect(Client client) {
            if (client.at != master && (random.nextBoolean() || time.millis() > client.at.silentFrom)) {
                client.at = master;
                client.connections++;
            }
        }

        private void act(Client client) {
            if (client.lease == null) {
                acquire(client, Absence.LOST);
            } else {
                renew(client);
            }
        }

        private NodeLeaseReply sent(Client client, CompletionStage<NodeLeaseReply> stage) {
            NodeLeaseReply reply = stage.toCompletableFuture().join();
            client.at.remember();
            client.at.asked = true;
            return reply;
        }

        /** Whether the answer arrives. */
        private boolean arrives(Client client, NodeLeaseReply reply) {
            if (random.nextInt(12) == 0) {
                return false;
            }
            client.ttl.read(reply.pool().longestTtlMillis(), reply.pool().settledTtlMillis(), time.nanoTime());
            client.answeredAt = time.millis();
            return true;
        }

        private void acquire(Client client, long absence) {
            NodeAsker asker = client.asker("holder" + ++names, absence);
            NodeLeaseReply reply = sent(client, client.store.acquire(asker));
            if (!arrives(client, reply)) {
                time.advance(Duration.ofMillis(pace[random.nextInt(pace.length)]));
                reply = sent(client, client.store.acquire(asker)); // asked again
            }
            if (reply instanceof NodeGranted grant) {
                client.lease = new Lease(asker.holder(), grant);
                leases.add(client.lease);
            }
        }

        private void renew(Client client) {
            Lease lease = client.lease;
            NodeLeaseReply reply = sent(
                    client,
                    client.store.renew(
                            client.asker(lease.holder, Absence.LOST), lease.node, lease.notBefore, lease.notAfter));
            if (!arrives(client, reply)) {
                return;
            }
            if (reply instanceof NodeGranted grant) {
                lease.notAfter = Math.max(lease.notAfter, grant.window().notAfter());
            } else if (reply instanceof Lost) {
                client.lease = null;
            }
        }

        /** Somebody else leases the node id as soon as a window has closed. */
        private void succeed(Client client) {
            if (client.lease != null) {
                long left = client.lease.notAfter - master.time() + 1;
                time.advance(Duration.ofMillis(Math.max(left, 0)));
                Client next = clients[random.nextInt(clients.length)];
                connect(next);
                act(next);
                if (random.nextBoolean()) {
                    lose(this::failOver);
                }
            }
        }

        private void release(Client client) {
            Lease lease = client.lease;
            if (lease != null) {
                lease.lastStamp = Math.max(lease.notBefore, time.millis() + random.nextInt(2000));
                client.store
                        .release(client.asker(lease.holder, Absence.LOST), lease.node, lease.lastStamp)
                        .toCompletableFuture()
                        .join();
                client.at.remember();
                client.lease = null;
            }
        }

        /** Another server takes over, or the same starts again, with any of the records that there ever were. */
        private void failOver() {
            Server old = master;
            int latest = old.past.size() - 1;
            int kept = switch (random.nextInt(4)) {
                case 0 -> latest;
                case 1 -> Math.max(0, latest - random.nextInt(4));
                case 2 -> random.nextInt(latest + 1);
                default -> 0;
            };
            old.silentFrom = time.millis() + (random.nextBoolean() ? 0 : random.nextInt(LONGEST_LIFE));
            master = newServer();
            master.redis.restore(old.past.get(kept));
            master.past.addAll(old.past.subList(0, kept + 1));
        }

        private void evict() {
            master.redis.lose("");
            master.remember();
            master.asked = false;
        }

        long overlaps() {
            long overlaps = 0;
            for (long node = 0; node < 1 << BITS; node++) {
                long wanted = node;
                List<Lease> same = leases.stream()
                        .filter(lease -> lease.node == wanted)
                        .sorted(Comparator.comparingLong(lease -> lease.notBefore))
                        .toList();
                long end = Long.MIN_VALUE;
                for (Lease lease : same) {
                    overlaps += lease.notBefore <= end ? 1 : 0;
                    end = Math.max(end, lease.end());
                }
            }
            return overlaps;
        }
    }

    /** Whether any of the seeds finds an overlap with the edited script. */
    private static boolean overlapsWith(UnaryOperator<String> edit) {
        for (long seed = 0; seed < RUNS; seed++) {
            Story story = new Story(seed, edit);
            story.play();
            if (story.overlaps() > 0) {
                return true;
            }
        }
        return false;
    }

    @Test
    void noNodeIdIsHeldTwiceInWindowsThatOverlap() {
        long leases = 0;
        long losses = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            Story story = new Story(seed, UnaryOperator.identity());
            story.play();
            assertThat(story.overlaps()).as("overlaps with seed %d", seed).isZero();
            leases += story.leases.size();
            losses += story.losses;
        }
        assertThat(leases).isGreaterThan(10_000);
        assertThat(losses).isGreaterThan(5000);
    }

    static List<ScriptRule> rules() {
        return ScriptRule.OF_NODE_IDS;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void withoutOneRuleWindowsOverlap(ScriptRule rule) {
        assertThat(overlapsWith(rule)).as("overlap without " + rule).isTrue();
    }
}
