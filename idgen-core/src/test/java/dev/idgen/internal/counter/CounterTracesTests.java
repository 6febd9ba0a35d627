package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.counter.CounterTraces.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CounterTracesTests {

    private final CounterTraces traces = new CounterTraces();

    @Test
    void getReturnsTheLatestTraceAsAMapWould() {
        Random random = new Random(42);
        Map<String, Trace> map = new HashMap<>();
        for (int i = 0; i < 60_000; i++) {
            String name = "invoice::tenant-" + random.nextInt(20_000);
            Trace next = new Trace(
                    random.nextLong(Long.MAX_VALUE), random.nextBoolean() ? Trace.IN_STORE : random.nextInt(3));
            assertThat(traces.get(name)).isEqualTo(map.getOrDefault(name, Trace.NONE));
            map.put(name, next);
            traces.put(name, next);
        }
        map.forEach((name, trace) -> assertThat(traces.get(name)).isEqualTo(trace));
    }

    @Test
    void forgetsThoseUsedLeastRecentlyButNoneThatStopped() {
        int kept = 1000;
        IntStream.range(0, kept).forEach(i -> traces.put("stopped::" + i, new Trace(i, 3)));
        int all = 2 * CounterTraces.MOST;
        IntStream.range(0, all).forEach(i -> traces.put("seen::" + i, new Trace(i, Trace.IN_STORE)));

        assertThat(IntStream.range(0, kept)
                        .filter(i -> traces.get("stopped::" + i).isStopped()))
                .hasSize(kept);
        assertThat(IntStream.range(0, all)
                        .filter(i -> traces.get("seen::" + i).isKnown())
                        .toArray())
                .as("those used last")
                .containsExactly(IntStream.range(all - CounterTraces.MOST, all).toArray());
    }

    /** Otherwise a caller that makes up keys of a store which lost its data fills the memory. */
    @Test
    void ofCountersThatStoppedTheOldestAreForgotten() {
        int all = CounterTraces.MOST + 10;
        IntStream.range(0, all).forEach(i -> traces.put("stopped::" + i, new Trace(i, 3)));

        assertThat(IntStream.range(0, all)
                        .filter(i -> traces.get("stopped::" + i).isKnown())
                        .toArray())
                .containsExactly(IntStream.range(10, all).toArray());
    }
}
