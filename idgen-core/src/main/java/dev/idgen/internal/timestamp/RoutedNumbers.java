package dev.idgen.internal.timestamp;

import dev.idgen.LongIdGenerator;
import dev.idgen.RoutedIds;
import dev.idgen.internal.codec.BitField;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Calls;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.TimedSource;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A source's numbers with a value in a field that is 0 in the source's own. Thread-safe. */
final class RoutedNumbers extends MappedNumbers<TimedSource> implements TimedSource {

    private final long value;

    private RoutedNumbers(TimedSource plain, long value) {
        super(plain);
        this.value = value;
    }

    @Override
    long mapped(long number) {
        return value | number;
    }

    @Override
    public Word128 floor(Instant instant) {
        return plain.floor(instant);
    }

    @Override
    public Word128 at(Instant instant) {
        return plain.at(instant);
    }

    @Override
    public String toString() {
        return plain.toString();
    }

    /** The ids of all values. */
    static final class Routes extends Codec<Long> implements RoutedIds {

        private final TimedSource plain;
        private final Scheme<Long> scheme;
        private final BitField field;
        private final @Nullable String scrambleKey;

        /** @param scrambleKey null if ids are not scrambled */
        Routes(TimedSource plain, Scheme<Long> scheme, BitField field, @Nullable String scrambleKey) {
            this(plain, scheme, field, scrambleKey, scheme.form(), new Calls());
        }

        private Routes(
                TimedSource plain,
                Scheme<Long> scheme,
                BitField field,
                @Nullable String scrambleKey,
                IdType<Long> form,
                Calls calls) {
            super(TimestampIds.scrambled(plain, scrambleKey), form, calls);
            this.plain = plain;
            this.scheme = scheme;
            this.field = field;
            this.scrambleKey = scrambleKey;
        }

        @Override
        public LongIdGenerator forRoute(long route) {
            TimedSource source = new RoutedNumbers(plain, field.low(field.check(route)));
            return (LongIdGenerator)
                    shownAlike(TimestampIds.numbers(source, scheme, scrambleKey), UnaryOperator.identity());
        }

        @Override
        protected Codec<Long> in(IdType<Long> other, Calls shared) {
            return new Routes(plain, scheme, field, scrambleKey, other, shared);
        }
    }
}
