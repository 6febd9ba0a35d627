package dev.idgen.internal.counter;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.DigitLayout;
import dev.idgen.internal.setting.Region;
import dev.idgen.store.Progression;
import java.util.List;
import java.util.Map;

/** Maps counts to ids. Implementations are immutable. */
public interface NumberMapping {

    /** The id of a count, from 1 to {@link #size}. */
    long id(long count);

    /**
     * The parts of an id.
     *
     * @throws IllegalArgumentException if it is not an id of this form
     */
    DecodedId decode(long id);

    /**
     * The value to raise the counter to, so that it continues after a given id.
     *
     * @throws IllegalArgumentException if it is not an id
     */
    default long counted(long id) {
        return id;
    }

    /** See {@link dev.idgen.internal.ids.IdSource#sharedSettings}. */
    default Map<String, Object> sharedSettings() {
        return Map.of();
    }

    /** The same numbers up to a maximum, if they are at equal distances. */
    default NumberMapping upTo(long max) {
        return this;
    }

    /** No counter has a greater number. */
    default long max() {
        return Long.MAX_VALUE;
    }

    /** How many counts have an id. */
    long size();

    /** The range of its ids, in words. */
    String domain();

    /** The fields of its ids, most significant first. */
    List<IdScheme.Field> layout();

    /** The format of ids without a timestamp. */
    static IdScheme scheme(String type, String domain, Monotonicity monotonicity, List<IdScheme.Field> layout) {
        return new IdScheme(type, domain, monotonicity, layout, null, Long.MAX_VALUE, null);
    }

    /** A field of decimal digits. */
    static IdScheme.Field digits(String name, long max) {
        return new IdScheme.Field(name, Long.toString(max).length(), IdScheme.Unit.DIGITS);
    }

    /**
     * Numbers at equal distances. A region has every n-th of them, and its counts are 1, 2, 3.
     *
     * @param all the numbers of all regions
     * @param own the numbers whose counts have ids; ids of other regions have parts, too
     * @param region has these numbers
     */
    record Linear(Progression all, Progression own, Region region) implements NumberMapping {

        private static final List<String> NUMBER = List.of("number");

        /** The numbers of a region. */
        public Linear(Progression all, Region region) {
            this(all, all.part(region.number(), region.of()), region);
        }

        @Override
        public NumberMapping upTo(long max) {
            return new Linear(all.upTo(max), region);
        }

        @Override
        public long max() {
            return all.max();
        }

        @Override
        public long id(long count) {
            return own.at(count);
        }

        /** {@inheritDoc} Any number may be from before {@code start} or {@code step} changed. */
        @Override
        public DecodedId decode(long id) {
            if (id < 1 || id > all.max()) {
                throw new IllegalArgumentException("ids are " + all);
            }
            return DecodedId.of(null, NUMBER, id);
        }

        /** {@inheritDoc} They decide which numbers belong to which region. */
        @Override
        public Map<String, Object> sharedSettings() {
            return region.isAll() ? Map.of() : Map.of("numbers", all.first() + "/" + all.step());
        }

        @Override
        public long size() {
            return own.size();
        }

        @Override
        public String domain() {
            return region.append(all.toString());
        }

        @Override
        public List<IdScheme.Field> layout() {
            return List.of(digits("number", all.max()));
        }
    }

    /**
     * Counts that already are ids, in ranges of equal size.
     *
     * @param counters how many ranges all regions have together
     * @param range how many numbers each range has
     * @param region the region whose ranges are used
     */
    record Ranges(int counters, long range, Region region) implements NumberMapping {

        /** How many ranges there can be. */
        public static final int MOST_COUNTERS = 100_000;

        private static final List<String> COUNTER_AND_NUMBER = List.of("counter", "number");

        /** @throws ArithmeticException if the greatest number exceeds a {@code long} */
        public Ranges {
            Math.multiplyExact(counters, range);
        }

        /** The numbers of a counter, from 0. 0 is not an id. */
        Progression numbers(int counter) {
            return new Progression(Math.max(1, counter * range), 1, (counter + 1) * range - 1);
        }

        @Override
        public long id(long count) {
            return count;
        }

        @Override
        public DecodedId decode(long id) {
            if (id < 1 || id >= counters * range) {
                throw new IllegalArgumentException("ids are " + domain());
            }
            return DecodedId.of(null, COUNTER_AND_NUMBER, id / range, id % range);
        }

        @Override
        public Map<String, Object> sharedSettings() {
            return Map.of("range", range);
        }

        @Override
        public long size() {
            return region.count(counters) * range;
        }

        @Override
        public String domain() {
            return region.append("1 to " + (counters * range - 1));
        }

        @Override
        public List<IdScheme.Field> layout() {
            return List.of(digits("counter", counters - 1), digits("number", range - 1));
        }
    }

    /**
     * Decimal ids: counter, generator, launch.
     *
     * @param launch 0 to 99,999
     * @param region the region whose generators are used
     */
    record Decimal(int launch, Region region) implements NumberMapping {

        /** How many ids one generator has. */
        public static final int PER_GENERATOR = 922_337_202;

        /** How many generators there can be. */
        public static final int GENERATORS = 100_000;

        /** The greatest number of a launch. */
        public static final int MOST_LAUNCH = 99_999;

        static final DigitLayout LAYOUT = new DigitLayout(List.of(
                new DigitLayout.DigitField("counter", 9, 1, PER_GENERATOR),
                new DigitLayout.DigitField("generator", 5, 0, GENERATORS - 1),
                new DigitLayout.DigitField("launch", 5, 0, MOST_LAUNCH)));

        private static final List<String> NAMES = LAYOUT.names();

        /** The generators that the store counts for the region. */
        public Progression generators() {
            return new Progression(0, 1, GENERATORS - 1).part(region.number(), region.of());
        }

        @Override
        public long id(long count) {
            return LAYOUT.compose(count % PER_GENERATOR + 1, count / PER_GENERATOR, launch);
        }

        @Override
        public DecodedId decode(long id) {
            return DecodedId.of(null, NAMES, LAYOUT.decompose(id));
        }

        /** {@inheritDoc} It is the id's generator, from 0. */
        @Override
        public long counted(long id) {
            return decode(id).number("generator");
        }

        @Override
        public long size() {
            return PER_GENERATOR * region.count(GENERATORS);
        }

        @Override
        public String domain() {
            return region.append("10000000000 to 9223372029999999999");
        }

        @Override
        public List<IdScheme.Field> layout() {
            return LAYOUT.fields().stream()
                    .map(field -> new IdScheme.Field(field.name(), field.digits(), IdScheme.Unit.DIGITS))
                    .toList();
        }
    }
}
