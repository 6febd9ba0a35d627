package dev.idgen.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Measures the latency of single calls with 200 threads: an id, a raw increment, and an empty call, which shows the
 * machine's scheduling. Calls run at full speed (closed loop), at a given rate (open loop), and at a pace that leaves
 * the machine half idle. It measures without faults, during a restart of the Redis server, and during a failover in a
 * Redis Cluster.
 */
public final class LatencyHarness {

    private static final int THREADS = 200;
    private static final int RATE = 20_000;
    private static final Duration PAUSE = Duration.ofMillis(3);
    private static final Duration DURATION = Duration.ofSeconds(Results.quick() ? 2 : 6);

    /** Enough for a cluster to notice the fault and vote, and for clients to find the new master. */
    private static final Duration FAULT_DURATION = Duration.ofSeconds(8);

    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration UNTIL_FAULT = Duration.ofMillis(800);
    private static final Duration DOWN = Duration.ofSeconds(1);
    private static final String COUNTER = "counter";

    private static final String NOTHING = "nothing";
    private static final String NEXT_ID = "`nextId`";
    private static final String INCREMENT = "`INCR`";

    private final Results results;
    private final LocalRedis redis;
    private final Calls calls;

    private LatencyHarness(Results results, LocalRedis redis, Calls calls) {
        this.results = results;
        this.redis = redis;
        this.calls = calls;
    }

    public static void main(String[] arguments) throws Exception {
        try (LocalRedis redis = LocalRedis.startAppendOnly();
                StringIds ids = new StringIds(redis.factory(), "latency")) {
            Calls calls = new Calls(ids, new StringRedisTemplate(redis.factory()));
            LatencyHarness harness = new LatencyHarness(Results.of(LatencyHarness.class), redis, calls);
            // Warm-up, so that the code is compiled.
            Load.closed(THREADS, WARM_UP).run(calls.named(NEXT_ID));
            Load.closed(THREADS, WARM_UP).run(calls.named(INCREMENT));
            harness.latency("closed", Load.closed(THREADS, DURATION));
            harness.latency(
                    String.format(Locale.ROOT, "open, %,d per second", RATE), Load.open(THREADS, DURATION, RATE));
            harness.service(Load.paced(THREADS, DURATION, PAUSE));
        }
    }

    /** The calls to one Redis. */
    private record Calls(StringIds ids, StringRedisTemplate template) {

        Runnable named(String what) {
            return switch (what) {
                case NOTHING -> () -> {};
                case NEXT_ID -> ids::next;
                case INCREMENT -> () -> template.opsForValue().increment(COUNTER);
                default -> throw new IllegalArgumentException(what);
            };
        }
    }

    /** The state of Redis during a load. */
    private enum State {
        CALM("calm"),
        RESTART("restart of Redis"),
        FAILOVER("failover of a master");

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    private Load.Outcome run(Load load, State state, String what) throws Exception {
        Runnable call = calls.named(what);
        return switch (state) {
            case CALM -> {
                warmUp(call);
                yield load.run(call);
            }
            case RESTART -> during(load.lasting(FAULT_DURATION), call, () -> redis.restart(DOWN));
            case FAILOVER -> failOver(load.lasting(FAULT_DURATION), what);
        };
    }

    /** Each load has its own cluster, because one of its servers is dead afterwards. */
    private static Load.Outcome failOver(Load load, String what) throws Exception {
        try (LocalCluster cluster = LocalCluster.start();
                StringIds ids = new StringIds(cluster.factory(), "latency")) {
            Runnable call = new Calls(ids, new StringRedisTemplate(cluster.factory())).named(what);
            return during(load, call, () -> cluster.failOver(COUNTER));
        }
    }

    /** Draws without faults until idle buckets have a stock, and buckets that a fault locked are open again. */
    private static void warmUp(Runnable call) throws Exception {
        Load.open(THREADS, WARM_UP, RATE).run(call);
    }

    /** A fault of Redis. */
    private interface Fault {

        void run() throws Exception;
    }

    /** @throws IllegalStateException if the fault outlasts the load, so that the load does not show all of it */
    private static Load.Outcome during(Load load, Runnable call, Fault fault) throws Exception {
        warmUp(call);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<Void> done = executor.submit(() -> {
                TimeUnit.MILLISECONDS.sleep(UNTIL_FAULT.toMillis());
                fault.run();
                return null;
            });
            Load.Outcome outcome = load.run(call);
            if (!done.isDone()) {
                throw new IllegalStateException("the fault took longer than the measurement");
            }
            done.get();
            return outcome;
        } finally {
            executor.shutdownNow();
        }
    }

    private void latency(String loop, Load load) throws Exception {
        addLatency(loop, State.CALM, NOTHING, load);
        for (String what : new String[] {NEXT_ID, INCREMENT}) {
            for (State state : State.values()) {
                addLatency(loop, state, what, load);
            }
        }
    }

    private void addLatency(String loop, State state, String what, Load load) throws Exception {
        add("latency", loop + ", " + state.text + ", " + what, run(load, state, what));
    }

    private void service(Load load) throws Exception {
        load.lasting(WARM_UP).run(calls.named(NEXT_ID)); // until this kind of timing is compiled, too
        for (String what : new String[] {NOTHING, NEXT_ID}) {
            for (State state : State.values()) {
                add("service", state.text + ", " + what, run(load, state, what));
            }
        }
    }

    private void add(String table, String what, Load.Outcome outcome) throws IOException {
        results.add(
                table,
                "",
                what,
                "p50, µs",
                outcome.micros(50),
                "p99.9, µs",
                outcome.micros(99.9),
                "max, µs",
                outcome.micros(100),
                "failed",
                outcome.failures());
    }
}
