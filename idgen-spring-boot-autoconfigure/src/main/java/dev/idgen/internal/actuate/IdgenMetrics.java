package dev.idgen.internal.actuate;

import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.storecheck.StoreCheckRunner;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Binds the measures of all parts as meters with the tag {@code generator}, and adds {@code idgen.available}. The
 * registry reads the meters; issuing an id records nothing.
 */
public record IdgenMetrics(MonitoredBeans parts) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        parts.monitored().forEach((name, part) -> bind(name, part, registry));
        for (StoreCheckRunner checks : parts.storeChecks()) {
            checks.measures().forEach(measure -> bind(measure, Tags.of("store", checks.store()), registry));
        }
    }

    private static void bind(String generator, Monitored part, MeterRegistry registry) {
        Tags tags = Tags.of("generator", generator);
        Measure available = Measure.gauge(
                "idgen.available",
                "",
                "1 if ids can be issued, else 0",
                () -> part.unavailability().isEmpty() ? 1 : 0);
        bind(available, tags, registry);
        for (Measure measure : part.measures()) {
            bind(measure, tags.and(tags(measure.tags())), registry);
        }
    }

    private static List<Tag> tags(Map<String, String> tags) {
        return tags.entrySet().stream()
                .map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                .toList();
    }

    /**
     * Registers a measure that this call made. A registry keeps a meter's object by a weak reference only, and repeats
     * the last value once it is collected. So the meter's function holds the measure.
     */
    private static void bind(Measure measure, Tags tags, MeterRegistry registry) {
        String unit = measure.unit().isEmpty() ? null : measure.unit();
        switch (measure.kind()) {
            case GAUGE ->
                Gauge.builder(measure.name(), measure, gauge -> gauge.value().getAsDouble())
                        .strongReference(true)
                        .description(measure.description())
                        .baseUnit(unit)
                        .tags(tags)
                        .register(registry);
            case COUNTER ->
                FunctionCounter.builder(
                                measure.name(), measure, any -> measure.count().getAsLong())
                        .description(measure.description())
                        .baseUnit(unit)
                        .tags(tags)
                        .register(registry);
            case TIMER ->
                FunctionTimer.builder(
                                measure.name(),
                                measure,
                                any -> measure.count().getAsLong(),
                                any -> measure.value().getAsDouble(),
                                TimeUnit.SECONDS)
                        .description(measure.description())
                        .tags(tags)
                        .register(registry);
        }
    }
}
