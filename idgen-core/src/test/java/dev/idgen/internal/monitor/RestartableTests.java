package dev.idgen.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RestartableTests {

    private final Source first = new Source();
    private final Source second = new Source();
    private final Deque<Source> sources = new ArrayDeque<>(List.of(first, second, new Source()));
    private final Restartable<Source> restartable =
            new Restartable<>(sources::remove, Source::measures, source -> source.closed++);
    private final Measure gauge = restartable.measures().get(0);
    private final Measure counter = restartable.measures().get(1);
    private final Measure timer = restartable.measures().get(2);

    /** What ends and begins anew. */
    private static final class Source {

        private int closed;
        private final AtomicLong held = new AtomicLong();
        private final AtomicLong count = new AtomicLong();

        List<Measure> measures() {
            return List.of(
                    Measure.gauge("held", "", "", held::get),
                    Measure.counter("count", "", "", count::get),
                    Measure.timer("time", "", count::get, () -> count.get() / 2.0));
        }
    }

    @Test
    void firstIsMadeAtOnceAndTheNextWhenItStarts() {
        assertThat(restartable.running()).isSameAs(first);

        restartable.start();
        assertThat(restartable.latest()).as("it runs already").isSameAs(first);
        restartable.stop();
        restartable.stop();
        assertThat(restartable.running()).isNull();
        assertThat(restartable.latest()).isSameAs(first);
        assertThat(first.closed).isEqualTo(1);
        restartable.start();
        assertThat(restartable.running()).isSameAs(second);
        assertThat(restartable.latest()).isSameAs(second);
    }

    @Test
    void whatCannotBeMadeStaysStopped() {
        sources.clear();
        restartable.stop();

        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(restartable::start);

        assertThat(restartable.running()).isNull();
        sources.add(second);
        restartable.start();
        assertThat(restartable.running()).isSameAs(second);
    }

    @Test
    void gaugeShowsThePresentValue() {
        first.held.set(7);
        assertThat(gauge.value().getAsDouble()).isEqualTo(7);

        second.held.set(3);
        restartable.restart();

        assertThat(gauge.value().getAsDouble()).isEqualTo(3);
        assertThat(gauge.count().getAsLong()).isEqualTo(3);
    }

    @Test
    void countersAndTimersGoOn() {
        first.count.set(10);
        restartable.restart();
        assertThat(first.closed).isEqualTo(1);
        assertThat(restartable.running()).isSameAs(second);
        assertThat(counter.count().getAsLong()).isEqualTo(10);

        second.count.set(4);
        restartable.restart();

        assertThat(counter.count().getAsLong()).isEqualTo(14);
        assertThat(counter.value().getAsDouble()).isEqualTo(14);
        assertThat(timer.count().getAsLong()).isEqualTo(14);
        assertThat(timer.value().getAsDouble()).isEqualTo(7);
    }

    @Test
    void measuresFirstReadAfterRestartGoOn() {
        Source counted = new Source();
        counted.count.set(10);
        Deque<Source> two = new ArrayDeque<>(List.of(counted, new Source()));
        Restartable<Source> unread = new Restartable<>(two::remove, Source::measures, source -> {});

        unread.restart();

        assertThat(unread.measures().get(1).count().getAsLong()).isEqualTo(10);
    }
}
