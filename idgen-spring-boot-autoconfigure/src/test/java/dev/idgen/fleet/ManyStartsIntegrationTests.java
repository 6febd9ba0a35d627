package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Register;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A deployment that starts all its instances at once, on a namespace that is new. */
@Tag(Fleet.TAG)
class ManyStartsIntegrationTests extends AttackedServers {

    private static final int INSTANCES = Integer.getInteger("idgen.fleet.starts", 500);
    private static final int CONNECTIONS = 10;
    private static final BucketLayout LAYOUT = BucketLayout.STANDARD;

    private final GrantedWindows granted = new GrantedWindows(LAYOUT);

    @Test
    void manyInstancesStartedAtOnceEachIssueAnId() {
        RedisServer redis = server();
        List<Register> registers = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            registers.add(granted.of(register(redis, "many")));
        }
        start("on a new namespace", redis, registers).forEach(BucketSequence::close);
        start("again", redis, registers);
        assertThat(granted.overlaps()).isEmpty();
        assertThat(values(redis)).hasSize(LAYOUT.buckets() + 1);
    }

    /** Starts all, waits for an id of each, and prints what that took. */
    private List<BucketSequence<String>> start(String how, RedisServer redis, List<Register> registers) {
        long before = redis.scriptCalls();
        long begun = System.nanoTime();
        List<BucketSequence<String>> started = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            started.add(sequence(registers.get(i % CONNECTIONS), LAYOUT, Duration.ofSeconds(10), TimeSource.system()));
        }
        List<BucketSequence<String>> waiting = new ArrayList<>(started);
        List<Long> millis = new ArrayList<>();
        Wait.until("an id of each instance", () -> {
            waiting.removeIf(sequence -> draw(sequence, 1) == 1);
            while (millis.size() < INSTANCES - waiting.size()) {
                millis.add((System.nanoTime() - begun) / 1_000_000);
            }
            return waiting.isEmpty();
        });
        System.out.printf(
                "Starts: %d instances %s: first id after %d ms, median %d ms, last %d ms, %d requests%n",
                INSTANCES,
                how,
                millis.get(0),
                millis.get(INSTANCES / 2),
                millis.get(INSTANCES - 1),
                redis.scriptCalls() - before);
        return started;
    }
}
