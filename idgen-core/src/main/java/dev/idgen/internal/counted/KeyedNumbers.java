package dev.idgen.internal.counted;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdScheme;
import dev.idgen.KeyedIds;
import dev.idgen.PublicText;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.setting.StoreNames;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that a store counts for each key. This source reads the ids of all keys, but issues them only through the
 * generator of a key. They are unique within a key, see {@link CountedNumbers}. Thread-safe.
 */
public final class KeyedNumbers implements IdSource {

    private static final int BITS = Long.SIZE - 1;

    private final CountedScheme scheme;
    private final KeyedSequences counters;
    private final TimeSource time;

    public KeyedNumbers(CountedScheme scheme, KeyedSequences counters, TimeSource time) {
        this.scheme = scheme;
        this.counters = counters;
        this.time = time;
    }

    /** Reads the ids of all keys. */
    public KeyedReader<?> generator() {
        NumberTemplate template = scheme.template();
        return template == null ? new KeyedReader<>(this, IdForm.LONG) : new KeyedReader<>(this, template);
    }

    /**
     * Reads the ids of all keys, and creates the generators of the keys. Its own {@code next} throws.
     *
     * @param <T> the id's type
     */
    public static final class KeyedReader<T> extends Ids<T> {

        private final KeyedNumbers numbers;

        KeyedReader(KeyedNumbers numbers, IdForm<T> form) {
            super(numbers, form);
            this.numbers = numbers;
        }

        @Override
        public IdGenerator<T> withText(PublicText style) {
            return new KeyedReader<>(numbers, shown(style));
        }

        /** The generators of the keys. */
        public KeyedIds<T> keyed() {
            return new KeyedIds<>() {
                @Override
                @SuppressWarnings("unchecked") // the key's generator has the same form
                public IdGenerator<T> forKey(String key) {
                    return shownAlike((IdGenerator<T>) numbers.of(StoreNames.key(Argument.given("key", key))));
                }

                @Override
                public IdScheme scheme() {
                    return KeyedReader.this.scheme();
                }

                @Override
                public DecodedId decode(T id) {
                    return KeyedReader.this.decode(id);
                }

                @Override
                public T parse(String text) {
                    return KeyedReader.this.parse(text);
                }

                @Override
                public String toString() {
                    return KeyedReader.this + " with keys";
                }
            };
        }
    }

    private IdGenerator<?> of(String key) {
        CountedScheme its = scheme.forKey(key);
        Periods periods = Periods.of(its, StoreNames.keyed(scheme.generator(), key), time, counters::of);
        return new CountedNumbers(its, periods).generator();
    }

    @Override
    public <T> T next(IdForm<T> form) {
        throw new UnsupportedOperationException(scheme + " has a counter for each key: call forKey");
    }

    @Override
    public <T> CompletableFuture<T> nextAsync(IdForm<T> form) {
        return CompletableFuture.supplyAsync(() -> next(form), Runnable::run);
    }

    @Override
    public int bits() {
        return BITS;
    }

    @Override
    public IdScheme scheme() {
        return scheme.describe();
    }

    @Override
    public DecodedId decode(Word128 id, @Nullable Instant issuedBy) {
        return scheme.decode(id);
    }

    @Override
    public Optional<String> trouble() {
        return counters.trouble();
    }

    @Override
    public List<Measure> measures() {
        return List.of(
                GeneratorMeasures.issued(() -> counters.tally().issued()),
                GeneratorMeasures.waiting(() -> counters.tally().waiting()));
    }

    @Override
    public String toString() {
        return scheme.toString();
    }
}
