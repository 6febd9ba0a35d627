package dev.idgen.benchmarks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Ids from 10,000 virtual threads, beside 200 platform threads that draw as many. On a Java that has no virtual threads it
 * says so and measures nothing.
 */
public final class VirtualThreadHarness {

    private static final int VIRTUAL_SINCE = 21;
    private static final int IDS = Results.quick() ? 2_000_000 : 10_000_000;
    private static final int ROUNDS = 3;

    private VirtualThreadHarness() {}

    public static void main(String[] arguments) throws Throwable {
        int version = Runtime.version().feature();
        if (version < VIRTUAL_SINCE) {
            System.out.println("Java " + version + " has no virtual threads: not measured");
            return;
        }
        Results results = Results.of(VirtualThreadHarness.class);
        MethodHandle virtual = MethodHandles.publicLookup()
                .findStatic(
                        Executors.class,
                        "newVirtualThreadPerTaskExecutor",
                        MethodType.methodType(ExecutorService.class));
        try (LocalRedis redis = LocalRedis.start()) {
            for (int round = 0; round < ROUNDS; round++) {
                boolean last = round == ROUNDS - 1;
                double platform = perSecond(redis, "platform-" + round, 200, Executors.newFixedThreadPool(200));
                double light = perSecond(redis, "virtual-" + round, 10_000, (ExecutorService) virtual.invokeExact());
                if (last) {
                    results.add("virtual", "threads", "200 platform threads", "ids per second", platform);
                    results.add("virtual", "threads", "10,000 virtual threads", "ids per second", light);
                }
            }
        }
    }

    private static double perSecond(LocalRedis redis, String namespace, int threads, ExecutorService executor)
            throws Exception {
        try (StringIds ids = new StringIds(redis.factory(), namespace)) {
            long begun = System.nanoTime();
            List<Future<?>> futures = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                futures.add(executor.submit(() -> {
                    for (int i = 0; i < IDS / threads; i++) {
                        ids.nextPatiently();
                    }
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
            return IDS / ((System.nanoTime() - begun) / 1e9);
        } finally {
            executor.shutdownNow();
        }
    }
}
