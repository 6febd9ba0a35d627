package dev.idgen.internal.counter;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.Progression;
import dev.idgen.store.TransactionalStore;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The format of a generator that makes ids of counted numbers. An id's lower 64 bits are its number. The upper 64 bits
 * are the first day of its period, as days since 1970, or 0 without periods.
 *
 * @param generator the generator's name
 * @param type the type of its ids, such as {@code counter}
 * @param monotonicity what the order of its ids says
 * @param numbers maps counts to numbers, none of which has more digits than the template
 * @param template the text around a number; null if ids are numbers
 * @param zone days of the template begin at midnight in this zone
 */
public record CounterScheme(
        String generator,
        String type,
        Monotonicity monotonicity,
        NumberMapping numbers,
        @Nullable NumberTemplate template,
        ZoneId zone) {

    /** For ids that are numbers. */
    public CounterScheme(String generator, String type, Monotonicity monotonicity, NumberMapping numbers) {
        this(generator, type, monotonicity, numbers, null, ZoneOffset.UTC);
    }

    /** The first day of the present period, as days since 1970; 0 without periods. */
    long period(TimeSource time) {
        if (template == null || !template.isPeriodic()) {
            return 0;
        }
        LocalDate today = LocalDate.ofInstant(Instant.ofEpochMilli(time.millis()), zone);
        return template.begin(today).toEpochDay();
    }

    /** The name of a period's counter. */
    String counter(String name, long epochDay) {
        return template == null || !template.isPeriodic()
                ? name
                : name + ":" + template.period(LocalDate.ofEpochDay(epochDay));
    }

    /** The numbers of a counter, unless it has several ranges or counts generators. */
    public Progression progression() {
        return ((NumberMapping.Linear) numbers).own();
    }

    /** What a store counts in the caller's transaction. */
    public TransactionalStore.Counting counting(CounterSettings settings) {
        return new TransactionalStore.Counting(generator, settings.acquireTimeout(), settings.floor(), progression());
    }

    /** Whether numbers restart in each period. */
    public boolean isPeriodic() {
        return template != null && template.isPeriodic();
    }

    /** The format of one key's ids. */
    CounterScheme forKey(String key) {
        NumberTemplate ofKey = template == null ? null : template.forKey(key);
        return new CounterScheme(generator, type, monotonicity, numbers, ofKey, zone);
    }

    /** See {@link dev.idgen.internal.ids.IdSource#sharedSettings}. */
    Map<String, Object> sharedSettings(boolean keyed) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("keyed", keyed);
        all.put("period", template == null ? NumberTemplate.NO_PERIOD : template.periodPattern());
        all.put("zone", isPeriodic() ? zone : NumberTemplate.NO_PERIOD);
        all.putAll(numbers.sharedSettings());
        return all;
    }

    IdScheme describe() {
        String domain = template == null ? numbers.domain() : template + " of " + numbers.domain();
        List<IdScheme.Field> layout = template == null ? numbers.layout() : template.layout();
        return new IdScheme(type, domain, monotonicity, layout, null, Long.MAX_VALUE, null);
    }

    /**
     * The parts of an id.
     *
     * @throws IllegalArgumentException if it is not an id of this scheme; the message ends a sentence
     */
    DecodedId decode(Word128 id) {
        DecodedId counted = numbers.decode(id.low());
        if (template == null) {
            return counted;
        }
        return new DecodedId(template.isPeriodic() ? begin(id.high()) : null, counted.parts());
    }

    private Instant begin(long epochDay) {
        return LocalDate.ofEpochDay(epochDay).atStartOfDay(zone).toInstant();
    }

    @Override
    public String toString() {
        return type + " generator '" + generator + "'";
    }
}
