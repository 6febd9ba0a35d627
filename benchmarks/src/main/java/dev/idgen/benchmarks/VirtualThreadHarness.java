package dev.idgen.benchmarks;

import com.github.f4b6a3.tsid.TsidCreator;
import com.github.f4b6a3.ulid.UlidCreator;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Draws ids from 10,000 virtual threads, beside 200 platform threads, other libraries and the String alone. It measures
 * the throughput, with a yield after each hundred ids, and the latency of single calls with pauses in between. On a
 * Java without virtual threads, it prints so and measures nothing.
 */
public final class VirtualThreadHarness {

    private static final int VIRTUAL_SINCE = 21;
    private static final int VIRTUAL_THREADS = 10_000;
    private static final int PLATFORM_THREADS = 200;
    private static final int IDS = 20_000_000;
    private static final int BEFORE_YIELD = 100;
    private static final int KEPT = 8;
    private static final int ROUNDS = Results.quick() ? 3 : 5;

    /** With 10,000 threads, this makes 50,000 calls per second. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final Duration PACED = Duration.ofSeconds(Results.quick() ? 3 : 8);

    private static final byte[] TEXT = "210821123456789ORDR12345678".getBytes(StandardCharsets.ISO_8859_1);

    /** A source of ids. */
    private interface Source extends AutoCloseable {

        String next();

        @Override
        default void close() {}
    }

    private final Results results;
    private final Callable<ExecutorService> virtual;

    private VirtualThreadHarness(Results results, Callable<ExecutorService> virtual) {
        this.results = results;
        this.virtual = virtual;
    }

    public static void main(String[] arguments) throws Exception {
        int version = Runtime.version().feature();
        if (version < VIRTUAL_SINCE) {
            System.out.println("Java " + version + " has no virtual threads: not measured");
            return;
        }
        try (LocalRedis redis = LocalRedis.start()) {
            VirtualThreadHarness harness =
                    new VirtualThreadHarness(Results.of(VirtualThreadHarness.class), virtualThreads());
            Map<String, Supplier<Source>> sources = new LinkedHashMap<>();
            sources.put("`new String` of 27 latin1 bytes", () -> () -> new String(TEXT, StandardCharsets.ISO_8859_1));
            sources.put("`nextId`", () -> new OwnNamespace(redis));
            sources.put(
                    "tsid-creator `getTsid().toString()`",
                    () -> () -> TsidCreator.getTsid().toString());
            sources.put(
                    "ulid-creator `getMonotonicUlid().toString()`",
                    () -> () -> UlidCreator.getMonotonicUlid().toString());
            harness.warmUp(sources.values());
            for (Map.Entry<String, Supplier<Source>> source : sources.entrySet()) {
                harness.add(source.getKey(), source.getValue());
            }
        }
    }

    /** Warms up all sources together, so that the compiler does not favour the first. */
    private void warmUp(Iterable<Supplier<Source>> all) throws Exception {
        for (Supplier<Source> sources : all) {
            try (Source source = sources.get()) {
                perSecond(source, VIRTUAL_THREADS, virtual.call());
            }
        }
    }

    /** Uses reflection, because this code is compiled for a Java without virtual threads. */
    private static Callable<ExecutorService> virtualThreads() throws ReflectiveOperationException {
        MethodHandle executor = MethodHandles.publicLookup()
                .findStatic(
                        Executors.class,
                        "newVirtualThreadPerTaskExecutor",
                        MethodType.methodType(ExecutorService.class));
        return () -> {
            try {
                return (ExecutorService) executor.invokeExact();
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** Each instance has a new namespace, so that numbers do not run out. */
    private static final class OwnNamespace implements Source {

        private final StringIds ids;

        OwnNamespace(LocalRedis redis) {
            ids = new StringIds(redis.factory(), "virtual-" + System.nanoTime());
        }

        @Override
        public String next() {
            return ids.nextPatiently();
        }

        @Override
        public void close() {
            ids.close();
        }
    }

    private void add(String what, Supplier<Source> sources) throws Exception {
        Load.Outcome calls = calls(sources);
        results.add(
                "virtual",
                "",
                what,
                "ids per second, 10,000 virtual threads",
                best(sources, VIRTUAL_THREADS, virtual),
                "ids per second, 200 platform threads",
                best(sources, PLATFORM_THREADS, () -> Executors.newFixedThreadPool(PLATFORM_THREADS)),
                "p99, µs",
                calls.micros(99),
                "max, µs",
                calls.micros(100));
    }

    private Load.Outcome calls(Supplier<Source> sources) throws Exception {
        try (Source source = sources.get()) {
            Load load = Load.paced(VIRTUAL_THREADS, PACED, PAUSE);
            load.run(source::next, virtual.call()); // until the code is compiled
            return load.run(source::next, virtual.call());
        }
    }

    private static double best(Supplier<Source> sources, int threads, Callable<ExecutorService> executors)
            throws Exception {
        double best = 0;
        for (int round = 0; round < ROUNDS; round++) {
            try (Source source = sources.get()) {
                best = Math.max(best, perSecond(source, threads, executors.call()));
            }
        }
        return best;
    }

    private static double perSecond(Source source, int threads, ExecutorService executor) throws Exception {
        try {
            CountDownLatch ready = new CountDownLatch(threads);
            CountDownLatch go = new CountDownLatch(1);
            List<Future<String[]>> futures = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                futures.add(executor.submit(() -> {
                    ready.countDown();
                    go.await();
                    return draw(source, IDS / threads);
                }));
            }
            ready.await();
            long begun = System.nanoTime();
            go.countDown();
            for (Future<String[]> future : futures) {
                future.get();
            }
            return IDS / ((System.nanoTime() - begun) / 1e9);
        } finally {
            executor.shutdownNow();
        }
    }

    /** Returns the last ids, because the compiler removes unused results. */
    @SuppressWarnings(
            "ThreadPriorityCheck") // Without yielding, only two virtual threads at a time would run, each to its end.
    private static String[] draw(Source source, int count) {
        String[] last = new String[KEPT];
        for (int i = 0; i < count; i++) {
            last[i % KEPT] = source.next();
            if (i % BEFORE_YIELD == 0) {
                Thread.yield();
            }
        }
        return last;
    }
}
