package dev.idgen.internal.counter;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.Word128;
import dev.idgen.store.Progression;
import dev.idgen.store.TransactionalStore;
import java.time.LocalDate;
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
 * @param numbers maps counts to numbers; {@link #limited} to the digits of the template, unless each key has its own
 * @param template the text around a number; null if ids are numbers
 */
public record CounterScheme(
        String generator,
        String type,
        Monotonicity monotonicity,
        NumberMapping numbers,
        @Nullable NumberTemplate template) {

    /** For ids that are numbers. */
    public CounterScheme(String generator, String type, Monotonicity monotonicity, NumberMapping numbers) {
        this(generator, type, monotonicity, numbers, null);
    }

    /** The same ids up to the greatest number that fits the template. */
    public CounterScheme limited() {
        return with(template);
    }

    private CounterScheme with(@Nullable NumberTemplate shown) {
        NumberMapping fitting = shown == null ? numbers : numbers.upTo(shown.max());
        return new CounterScheme(generator, type, monotonicity, fitting, shown);
    }

    /** When numbers restart. */
    Periods periods() {
        return template == null ? Periods.NONE : template.periods();
    }

    /** The numbers of a counter, unless it has several ranges or counts generators. */
    public Progression progression() {
        return ((NumberMapping.Linear) numbers).own();
    }

    /** What a store counts in the caller's transaction. */
    public TransactionalStore.Counting counting(CounterSettings settings) {
        return new TransactionalStore.Counting(generator, settings.acquireTimeout(), settings.floor(), progression());
    }

    /**
     * The format of one key's ids.
     *
     * @param own the key's template; null for that of all keys
     */
    CounterScheme forKey(String key, @Nullable NumberTemplate own) {
        NumberTemplate ofKey = own == null ? template : own;
        return with(ofKey == null ? null : ofKey.forKey(key));
    }

    /** See {@link dev.idgen.internal.ids.IdSource#sharedSettings}. */
    Map<String, Object> sharedSettings(boolean keyed) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("keyed", keyed);
        all.putAll(periods().sharedSettings());
        all.putAll(numbers.sharedSettings());
        return all;
    }

    IdScheme describe() {
        String range = limited().numbers.domain();
        String domain = template == null ? range : template + " of " + range;
        List<IdScheme.Field> layout = template == null ? numbers.layout() : template.layout();
        return NumberMapping.scheme(type, domain, monotonicity, layout);
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
        Periods periods = periods();
        return periods.areNone()
                ? counted
                : new DecodedId(periods.start(LocalDate.ofEpochDay(id.high())), counted.parts());
    }

    @Override
    public String toString() {
        return type + " generator '" + generator + "'";
    }
}
