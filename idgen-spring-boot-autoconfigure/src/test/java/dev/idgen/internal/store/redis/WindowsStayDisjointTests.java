package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.LeaseStore.BucketAsker;
import dev.idgen.internal.string.sequence.LeaseStore.Seen;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocol's invariant, checked on the shipped script in simulated time: for each number of a bucket the windows ever granted are
 * pairwise disjoint, through overflow, extensions, failovers and restarts with any of the records that there ever were, or none, on
 * servers whose clocks differ, old masters that live on for a while, and servers that do not tell their run. Each rule taken away
 * lets windows overlap, so the check can see it.
 */
class WindowsStayDisjointTests {

    private static final BucketLayout LAYOUT = new BucketLayout(0, 4);
    private static final int[] TTLS = {3000, 1000, 400};
    private static final int RUNS = 1000;
    private static final int STEPS = 250;
    private static final int LONGEST_LIFE = 150;
    private static final int LONGEST_SKEW = 900; // so that two clocks, and a life, are within the margin
    private static final int MOST_PAST = 60;

    /** Numbers with one window that they were granted in, which grows. */
    private static final class Use {

        private final BucketGranted grant;
        private long notAfter;

        Use(BucketGranted grant) {
            this.grant = grant;
            this.notAfter = grant.window().notAfter();
        }

        boolean overlaps(Use other) {
            return grant.first() < other.grant.first() + other.grant.count()
                    && other.grant.first() < grant.first() + grant.count()
                    && grant.window().notBefore() <= other.notAfter
                    && other.grant.window().notBefore() <= notAfter;
        }
    }

    /** A server process, with what replicas and disks may still have of it. */
    private static final class Server {

        private final ManualTime time;
        private final SimulatedRedis redis;
        private final LeaseStore store;
        private final List<Object> past = new ArrayList<>();
        private int skew;

        /** Whether somebody has asked since writes were lost. */
        private boolean asked;

        private boolean behind;
        private long silentFrom = Long.MAX_VALUE;

        Server(ManualTime time, Random random, UnaryOperator<String> edit) {
            this.time = time;
            redis = new SimulatedRedis(this::time, edit);
            store = redis.leaseStore("test", LAYOUT, () -> random.nextInt(BucketLayout.QUARTERS));
            past.add(redis.snapshot());
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

    /** Who asks: what it holds, what it has seen, and the server that it takes for the master. */
    private static final class Client {

        private final int ttl;
        private final boolean tells;
        private final long longest;
        private final List<Use> held = new ArrayList<>();
        private Seen seen = Seen.NOTHING;
        private Server at;

        /** @param longest the longest ttl that it reckons with: some have not read the namespace's record for long */
        Client(Server at, int ttl, boolean tells, long longest) {
            this.at = at;
            this.ttl = ttl;
            this.tells = tells;
            this.longest = longest;
        }
    }

    /** One server's life after another, from a seed. */
    private static final class Story {

        private final Random random;
        private final UnaryOperator<String> edit;
        private final ManualTime time = new ManualTime();
        private final boolean tellsRun;
        private final List<Client> clients = new ArrayList<>();
        private final List<Use> uses = new ArrayList<>();
        private Server master;
        private int runs;
        private int failovers;

        Story(long seed, UnaryOperator<String> edit) {
            this.random = new Random(seed);
            this.edit = edit;
            this.tellsRun = seed % 8 != 0;
            this.master = newServer();
            for (int ttl : TTLS) {
                clients.add(
                        new Client(master, ttl, random.nextInt(4) != 0, random.nextBoolean() ? TTLS[0] : 5 * TTLS[0]));
            }
        }

        private Server newServer() {
            Server server = new Server(time, random, edit);
            server.skew = anySkew();
            server.redis.setRun("run" + ++runs);
            if (!tellsRun) {
                server.redis.refuseInfo();
            }
            return server;
        }

        private int anySkew() {
            return random.nextInt(2 * LONGEST_SKEW) - LONGEST_SKEW;
        }

        void play() {
            for (int i = 0; i < STEPS; i++) {
                Client client = clients.get(random.nextInt(clients.size()));
                if (random.nextBoolean() || time.millis() > client.at.silentFrom) {
                    connect(client);
                }
                switch (random.nextInt(50)) {
                    case 0, 1, 2, 3 -> failOver();
                    case 4 -> evict();
                    case 16 -> bootBehind();
                    case 17, 18, 19 -> setClock();
                    case 5 ->
                        clients.set(
                                clients.indexOf(client),
                                new Client(client.at, client.ttl, client.tells, client.longest));
                    case 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 -> extend(client);
                    default -> lease(client);
                }
                time.advance(Duration.ofMillis(new int[] {0, 1, 20, 60, 300, 1500}[random.nextInt(6)]));
            }
        }

        private void connect(Client client) {
            if (client.at != master) {
                client.at = master;
                master.redis.reconnect();
            }
        }

        private static BucketAsker asker(Client client) {
            return new BucketAsker(client.ttl, TTLS[0], client.longest, 60_000, client.at.time(), Absence.LOST);
        }

        private void lease(Client client) {
            Server server = client.at;
            LeaseReply reply = server.store
                    .lease(0, random.nextInt(4), asker(client), client.tells ? client.seen : Seen.NOTHING)
                    .toCompletableFuture()
                    .join();
            server.remember();
            server.asked = true;
            if (reply instanceof BucketGranted grant && grant.count() > 0) {
                Use use = new Use(grant);
                uses.add(use);
                if (random.nextInt(8) != 0) { // else the answer does not arrive
                    client.held.add(use);
                    note(client, grant);
                }
            }
        }

        private static void note(Client client, BucketGranted grant) {
            long entered = grant.window().notBefore();
            int position = grant.first() % LAYOUT.quarterSize() + grant.count();
            long latest = Math.max(client.seen.time(), grant.time().now());
            if (entered > client.seen.entered()
                    || (entered == client.seen.entered() && position > client.seen.position())) {
                client.seen = new Seen(grant.run(), entered, position, latest);
            }
        }

        private void extend(Client client) {
            if (client.held.isEmpty()) {
                return;
            }
            Use use = client.held.get(random.nextInt(client.held.size()));
            LeaseReply reply = client.at
                    .store
                    .extend(0, use.grant, asker(client))
                    .toCompletableFuture()
                    .join();
            client.at.remember();
            if (reply instanceof BucketGranted longer) {
                use.notAfter = Math.max(use.notAfter, longer.window().notAfter());
            } else {
                client.held.remove(use);
            }
        }

        /** Another server takes over, or the same starts again, with any of the records that there were, however soon. */
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
            master.past.clear();
            master.past.addAll(old.past.subList(0, kept + 1));
            failovers++;
        }

        /** Its machine boots, with its clock minutes behind until it is set. Nothing is lost. */
        private void bootBehind() {
            if (master.asked) {
                master.redis.setRun("run" + ++runs);
                master.skew = -random.nextInt(300_000);
                master.behind = true;
            }
        }

        private void setClock() {
            if (master.behind) {
                master.skew = anySkew();
                master.behind = false;
            }
        }

        private void evict() {
            setClock();
            master.redis.lose("");
            master.remember();
            master.asked = false;
        }

        long overlaps() {
            uses.sort(Comparator.comparingLong(use -> use.grant.window().notBefore()));
            long overlaps = 0;
            for (int i = 0; i < uses.size(); i++) {
                for (int j = 0; j < i; j++) {
                    overlaps += uses.get(i).overlaps(uses.get(j)) ? 1 : 0;
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
    void noNumberIsGrantedInTwoWindowsThatOverlap() {
        long uses = 0;
        long failovers = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            Story story = new Story(seed, UnaryOperator.identity());
            story.play();
            assertThat(story.overlaps()).as("overlaps with seed %d", seed).isZero();
            uses += story.uses.size();
            failovers += story.failovers;
        }
        assertThat(uses).isGreaterThan(10_000);
        assertThat(failovers).isGreaterThan(10_000);
    }

    static List<ScriptRule> rules() {
        return ScriptRule.OF_BUCKETS;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void withoutOneRuleWindowsOverlap(ScriptRule rule) {
        assertThat(overlapsWith(rule)).as("overlap without " + rule).isTrue();
    }
}
