package dev.idgen.fleet;

import dev.idgen.internal.counted.CounterSequences;
import dev.idgen.internal.counted.CounterSettings;
import dev.idgen.internal.counted.NumberForm;
import dev.idgen.internal.counted.NumberSequence;
import dev.idgen.internal.counted.SegmentSettings;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.redis.RedisCounterStore;
import dev.idgen.internal.store.redis.ScriptRunner;
import dev.idgen.internal.time.TimeSource;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A process that takes numbers of each kind and writes each to a file before it takes the next, until it is killed. Arguments:
 * port of Redis, directory.
 */
final class CountingWorker {

    static final String NAMESPACE = "killed";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final CounterSettings SETTINGS = new CounterSettings(TIMEOUT, 0);
    private static final SegmentSettings AHEAD = new SegmentSettings(10, 1000, Duration.ofMillis(100), true);

    private CountingWorker() {}

    public static void main(String[] arguments) throws IOException {
        LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", Integer.parseInt(arguments[0]));
        factory.afterPropertiesSet();
        factory.start();
        ScriptRunner runner = ScriptRunner.create(factory, TIMEOUT, TimeSource.system());
        CounterSequences counters =
                new CounterSequences(RedisCounterStore.create(runner, NAMESPACE), TIMEOUT, TimeSource.system());
        counters.warmUp(TIMEOUT);
        Map<String, NumberSequence> kinds = new LinkedHashMap<>();
        kinds.put("counter", counters.merged("counter", SETTINGS));
        kinds.put("segment", counters.segments("segment", SETTINGS, AHEAD));
        kinds.put(
                "ranges", counters.ranges("ranges", new NumberForm.Ranges(16, 1_000_000, Region.ALL), SETTINGS, AHEAD));
        kinds.put("launches", counters.decimalNumbers("launches", 100, 100_000, SETTINGS));
        kinds.forEach((kind, counting) -> {
            Thread thread = new Thread(() -> take(counting, Path.of(arguments[1], kind)), kind);
            thread.start();
        });
    }

    private static void take(NumberSequence counting, Path file) {
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file.toFile()))) {
            while (true) {
                out.writeLong(counting.next());
            }
        } catch (IOException e) {
            throw new IllegalStateException(file + " cannot be written", e);
        }
    }
}
