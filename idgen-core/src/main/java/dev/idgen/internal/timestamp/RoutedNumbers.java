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
        private final BitField field;
        private final TimestampIds.Numbers numbers;

        Routes(TimedSource plain, BitField field, TimestampIds.Numbers numbers, IdType<Long> form, Calls calls) {
            super(numbers.scrambled(plain), form, calls);
            this.plain = plain;
            this.field = field;
            this.numbers = numbers;
        }

        @Override
        public LongIdGenerator forRoute(long route) {
            return numbers.of(new RoutedNumbers(plain, field.low(field.check(route))), form(), calls());
        }

        @Override
        protected Codec<Long> in(IdType<Long> other, Calls shared) {
            return new Routes(plain, field, numbers, other, shared);
        }
    }
}
