package dev.idgen.benchmarks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A process that draws ids for some seconds on command. */
final class Drawer {

    private Drawer() {}

    /**
     * Draws.
     *
     * @param arguments port of Redis, namespace, threads, seconds
     */
    public static void main(String[] arguments) throws Exception {
        LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", Integer.parseInt(arguments[0]));
        factory.afterPropertiesSet();
        factory.start();
        int threads = Integer.parseInt(arguments[2]);
        Duration duration = Duration.ofSeconds(Long.parseLong(arguments[3]));
        try (StringIds ids = new StringIds(factory, arguments[1])) {
            // Warm-up, so that the code is compiled.
            new Rounds(1, 200_000).median(threads, ids::nextPatiently);
            System.out.println("ready");
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            long refusedBefore = ids.refusals();
            System.out.println("drawn " + drawn(ids, threads, duration) + " " + (ids.refusals() - refusedBefore));
        }
        factory.destroy();
    }

    private static long drawn(StringIds ids, int threads, Duration duration) throws InterruptedException {
        LongAdder drawn = new LongAdder();
        long end = System.nanoTime() + duration.toNanos();
        Thread[] all = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            all[t] = new Thread(() -> {
                long own = 0;
                // Reads the clock rarely, because that costs more than an id.
                while (end - System.nanoTime() > 0) {
                    for (int i = 0; i < 1000; i++) {
                        ids.nextPatiently();
                    }
                    own += 1000;
                }
                drawn.add(own);
            });
            all[t].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        return drawn.sum();
    }
}
