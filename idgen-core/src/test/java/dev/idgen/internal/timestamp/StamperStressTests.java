package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LongIdGenerator;
import dev.idgen.StressTest;
import dev.idgen.Threads;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.Window;
import dev.idgen.internal.timestamp.node.ManualNodes;
import dev.idgen.internal.timestamp.node.Node;
import dev.idgen.internal.timestamp.node.NodeSource;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forbids: a thread reads the tenure, is held up, the node id changes twice, and the thread installs a tenure of the node id in
 * between, whose numbers others have taken already; a thread that found its node id current is held up, the node id is given
 * back, and the thread reads the clock and stamps a time that the next holder may use; and a thread takes a stamp of the tenure
 * before after the last one of it was looked up, so that its next id is smaller.
 */
@StressTest
class StamperStressTests {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final Scheme<Long> SCHEME = StandardSchemes.snowflake();
    private static final GeneratorSettings SETTINGS = new GeneratorSettings(Duration.ZERO, Duration.ofSeconds(60));

    private static final int THREADS = 4;

    private final ManualTime time = new ManualTime(START);

    private LongIdGenerator on(NodeSource nodes, GeneratorSettings settings) {
        return on(nodes, SCHEME, settings);
    }

    private LongIdGenerator on(NodeSource nodes, Scheme<Long> scheme, GeneratorSettings settings) {
        return TimestampGenerators.longs("test", scheme, nodes, time, settings);
    }

    /** Lets a thread be held up once. */
    private static Runnable once(Runnable action) {
        AtomicBoolean first = new AtomicBoolean(true);
        return () -> {
            if (first.getAndSet(false)) {
                action.run();
            }
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nodeIdChangesTwiceWhileAThreadIsHeldUp(boolean beforeItReads) {
        Scheme<Long> beginningAtZero = Scheme.longs("test")
                .tick("time", 41)
                .node("node", 10)
                .sequence("number", 12)
                .firstNumber(0, 0)
                .build();
        ManualNodes nodes = ManualNodes.leased(Node.always(1), time);
        LongIdGenerator generator = on(nodes, beginningAtZero, SETTINGS);
        List<Long> ids = new ArrayList<>(List.of(generator.nextLong()));
        nodes.set(Node.always(2));
        AtomicInteger reading = new AtomicInteger();
        Runnable holdUp = () -> {
            if (reading.getAndIncrement() == 1) { // the first found that the tenure is not of the current node id
                ids.add(generator.nextLong());
                nodes.set(Node.always(3));
                time.setWall(START.plusSeconds(30));
                ids.add(generator.nextLong());
                time.setWall(START);
            }
        };
        if (beforeItReads) {
            nodes.beforeCurrent(holdUp);
        } else {
            nodes.afterCurrent(holdUp);
        }
        ids.add(generator.nextLong());
        time.setWall(START.plusSeconds(30));
        ids.add(generator.nextLong());
        assertThat(ids).hasSize(5).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void threadHeldUpWhileItsNodeIdIsReplacedTakesNothingOfTheOneBefore() {
        Scheme<Long> twoATick = Scheme.longs("test")
                .tick("time", 42)
                .node("node", 20)
                .sequence("number", 1)
                .build();
        ManualNodes nodes = ManualNodes.leased(Node.always(2), time);
        LongIdGenerator generator = on(nodes, twoATick, GeneratorSettings.defaults());
        generator.nextLongs(2); // the tick is used up
        nodes.afterCurrent(once(() -> {
            nodes.set(Node.always(1));
            generator.nextLong();
        }));
        long id = generator.nextLong();
        assertThat(generator.nextLong()).isGreaterThan(id);
        assertThat(generator.decode(id).number("node")).isEqualTo(1);
    }

    @Test
    void threadHeldUpWhileItsNodeIdIsGivenBackStampsNoLaterTime() {
        ManualNodes nodes = ManualNodes.leased(Node.always(1), time);
        LongIdGenerator generator = on(nodes, SETTINGS);
        generator.nextLong();
        nodes.afterCurrent(once(() -> {
            nodes.close();
            time.advance(Duration.ofSeconds(10));
        }));
        long id = generator.nextLong();
        assertThat(generator.decode(id).instant()).isEqualTo(START);
    }

    @Test
    void windowThatGrowsWhileAThreadIsHeldUpIsNotWaitedFor() {
        Node node = new Node(1, new Window(time.millis(), time.millis() + 10));
        ManualNodes nodes = ManualNodes.leased(node, time);
        LongIdGenerator generator = on(nodes, SETTINGS);
        generator.nextLong();
        time.advance(Duration.ofMillis(20));
        AtomicInteger awaits = new AtomicInteger();
        AtomicInteger reading = new AtomicInteger();
        nodes.beforeAwait(awaits::incrementAndGet);
        nodes.afterCurrent(() -> {
            if (reading.incrementAndGet() == 3) { // refused, it looks whether the node id has changed
                nodes.extendTo(START.toEpochMilli() + 100);
            }
        });
        long id = generator.nextLong();
        assertThat(generator.decode(id).instant()).isAfterOrEqualTo(START.plusMillis(20));
        assertThat(awaits).hasValue(0);
    }

    /** Node ids come round again in a window that begins later. */
    @Test
    void nodeIdFlipsAmongWindowsWhileThreadsDraw() throws Exception {
        ManualNodes nodes = ManualNodes.leased(window(0), time);
        LongIdGenerator generator = on(nodes, SETTINGS);
        AtomicInteger drawing = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> changing = CompletableFuture.runAsync(() -> {
            Wait.until("all to draw", () -> drawing.get() == THREADS);
            for (int i = 1; i < 2000; i++) {
                time.advance(Duration.ofMillis(3));
                nodes.set(i % 5 == 0 ? null : nodes.current());
                nodes.set(window(i));
            }
            done.set(true);
        });
        List<List<Long>> drawn = Threads.race(THREADS, () -> {
            drawing.incrementAndGet();
            return Stream.generate(generator::nextLong)
                    .limit(300_000)
                    .takeWhile(id -> !done.get())
                    .toList();
        });
        changing.join();
        assertThat(drawn)
                .allSatisfy(ids ->
                        assertThat(ids.equals(ids.stream().sorted().toList())).isTrue());
        assertThat(drawn.stream().flatMap(List::stream).distinct().count())
                .isEqualTo(drawn.stream().mapToInt(List::size).sum());
    }

    private Node window(int i) {
        return new Node((i * 7) % 10, new Window(time.millis() + 1, time.millis() + 600_000));
    }

    @Test
    void threadHeldUpSinceItReadTheClockWhileOthersWentOnGetsAnId() {
        ManualNodes nodes = ManualNodes.fixed(1, time);
        LongIdGenerator generator = on(nodes, new GeneratorSettings(Duration.ZERO, Duration.ofMillis(500)));
        long before = generator.nextLong();
        AtomicInteger holdUps = new AtomicInteger(2);
        AtomicBoolean othersGoOn = new AtomicBoolean();
        nodes.beforeCurrent(() -> {
            if (!othersGoOn.get() && holdUps.getAndDecrement() > 0) {
                othersGoOn.set(true);
                time.advance(Duration.ofMinutes(1));
                generator.nextLong();
                othersGoOn.set(false);
            }
        });
        assertThat(generator.nextLong()).isGreaterThan(before);
    }
}
