package dev.idgen.internal.monitor;

import java.time.Duration;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The measures that several kinds of generators share. Stateless. */
public final class GeneratorMeasures {

    private GeneratorMeasures() {}

    public static Measure issued(LongSupplier ids) {
        return Measure.counter("idgen.issued", "ids", "Ids issued since the application started", ids);
    }

    public static Measure held(LongSupplier numbers) {
        return Measure.gauge("idgen.held", "numbers", "Numbers in memory", numbers::getAsLong);
    }

    /** Calls that got no id, for a reason of one word. */
    public static Measure failed(String reason, LongSupplier calls) {
        return Measure.counter("idgen.calls.failed", "", "Calls that got no id, by reason", calls)
                .tagged("reason", reason.toLowerCase(Locale.ROOT));
    }

    public static Measure waiting(LongSupplier callers) {
        return Measure.gauge("idgen.waiting", "callers", "Callers that wait for an id", callers::getAsLong);
    }

    public static Measure left(DoubleSupplier numbers) {
        return Measure.gauge(
                "idgen.left", "numbers", "Numbers that no instance has issued yet, as far as known", numbers);
    }

    public static Measure total(DoubleSupplier numbers) {
        return Measure.gauge("idgen.total", "numbers", "All numbers of the present period", numbers);
    }

    public static Measure clockOffset(Supplier<Duration> skew) {
        return Measure.gauge(
                "idgen.clock.offset",
                Measure.SECONDS,
                "How far this machine's clock is ahead of the store's",
                () -> skew.get().toMillis() / 1e3);
    }
}
