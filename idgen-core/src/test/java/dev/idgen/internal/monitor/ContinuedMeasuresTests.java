package dev.idgen.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ContinuedMeasuresTests {

    private final Source first = new Source();
    private final Source second = new Source();
    private final ContinuedMeasures continued = new ContinuedMeasures(first.measures());
    private final Measure gauge = continued.measures().get(0);
    private final Measure counter = continued.measures().get(1);
    private final Measure timer = continued.measures().get(2);

    /** What ends and begins anew. */
    private static final class Source {

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
    void gaugeShowsThePresentValue() {
        first.held.set(7);
        assertThat(gauge.value().getAsDouble()).isEqualTo(7);

        second.held.set(3);
        continued.goOnWith(second.measures());

        assertThat(gauge.value().getAsDouble()).isEqualTo(3);
        assertThat(gauge.count().getAsLong()).isEqualTo(3);
    }

    @Test
    void countersAndTimersGoOn() {
        first.count.set(10);
        continued.goOnWith(second.measures());
        assertThat(counter.count().getAsLong()).isEqualTo(10);

        second.count.set(4);
        continued.goOnWith(new Source().measures());

        assertThat(counter.count().getAsLong()).isEqualTo(14);
        assertThat(counter.value().getAsDouble()).isEqualTo(14);
        assertThat(timer.count().getAsLong()).isEqualTo(14);
        assertThat(timer.value().getAsDouble()).isEqualTo(7);
    }

    @Test
    void otherMeasuresAreRefused() {
        List<Measure> others = first.measures().subList(0, 2);

        assertThatIllegalArgumentException().isThrownBy(() -> continued.goOnWith(others));
    }
}
