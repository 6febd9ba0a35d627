package dev.idgen.internal.counter;

import dev.idgen.CountedIds;
import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.KeyTemplates;
import dev.idgen.KeyedIds;
import dev.idgen.TransactionalIds;
import dev.idgen.TransactionalKeyedIds;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Calls;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.NumberDecoder;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.RecentEntries;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The ids of all keys of a spec, which it reads. {@link CounterNumbers} makes those of one key. Thread-safe. */
record KeyedNumbers(
        CounterSpec spec, KeyedSequences counters, TimeSource time, Map<String, NumberTemplate> ownTemplates)
        implements NumberDecoder {

    private static final int MOST_TEMPLATES = 1000;

    static Codec<?> of(CounterSpec spec, KeyedSequences counters, TimeSource time) {
        KeyedNumbers all = new KeyedNumbers(spec, counters, time, RecentEntries.atMost(MOST_TEMPLATES));
        NumberTemplate template = spec.scheme().template();
        return template == null ? all.keys(IdType.LONG, new Calls()) : all.keys(template, new Calls());
    }

    private <T> Codec<T> keys(IdType<T> form, Calls calls) {
        return spec.transactional() ? new TransactionalKeys<>(this, form, calls) : new Keys<>(this, form, calls);
    }

    private static class Keys<T> extends Codec<T> implements KeyedIds<T> {

        final KeyedNumbers all;

        Keys(KeyedNumbers all, IdType<T> form, Calls calls) {
            super(all, form, calls);
            this.all = all;
        }

        @Override
        @SuppressWarnings("unchecked") // the key's generator has the same form
        public CountedIds<T> forKey(String key) {
            CounterScheme scheme = all.spec.scheme();
            String name = AllowedNames.keyed(scheme.generator(), AllowedNames.key(Argument.given("key", key)));
            CounterScheme ofKey = scheme.forKey(key, all.ownTemplate(key));
            CounterNumbers own = new CounterNumbers(ofKey, all.counters, all.time, name, null);
            Codec<T> generator = (Codec<T>) own.generator(all.spec.transactional(), calls());
            return (CountedIds<T>) shownAlike(generator, UnaryOperator.identity());
        }

        @Override
        protected Codec<T> in(IdType<T> other, Calls shared) {
            return all.keys(other, shared);
        }
    }

    private static final class TransactionalKeys<T> extends Keys<T> implements TransactionalKeyedIds<T> {

        TransactionalKeys(KeyedNumbers all, IdType<T> form, Calls calls) {
            super(all, form, calls);
        }

        @Override
        public TransactionalIds<T> forKey(String key) {
            return (TransactionalIds<T>) super.forKey(key);
        }
    }

    /** A key's own template; null if it has that of all keys. */
    private @Nullable NumberTemplate ownTemplate(String key) {
        NumberTemplate common = spec.scheme().template();
        KeyTemplates chooser = spec.templates();
        String own = common == null || chooser == null
                ? null
                : chooser.template(spec.scheme().generator(), key);
        if (own == null) {
            return null;
        }
        try {
            return ownTemplates.computeIfAbsent(own, Objects.requireNonNull(common)::replacedBy);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "the bean KeyTemplates chose " + Quote.of(own) + " for key " + Quote.of(key) + " of "
                            + spec.scheme() + ", which " + e.getMessage(),
                    e);
        }
    }

    @Override
    public int bits() {
        return CounterNumbers.BITS;
    }

    @Override
    public IdScheme scheme() {
        return spec.scheme().describe();
    }

    @Override
    public DecodedId decode(Word128 id, @Nullable Instant issuedBy) {
        return spec.scheme().decode(id);
    }

    @Override
    public Map<String, Object> sharedSettings() {
        return spec.scheme().sharedSettings(true);
    }

    @Override
    public Optional<String> unavailability() {
        return counters.unavailability();
    }

    @Override
    public List<Measure> measures() {
        return List.of(
                GeneratorMeasures.issued(() -> counters.tally().issued()),
                GeneratorMeasures.waiting(() -> counters.tally().waiting()));
    }

    @Override
    public String toString() {
        return spec.scheme() + " with keys";
    }
}
