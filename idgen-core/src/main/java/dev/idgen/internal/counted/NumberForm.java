package dev.idgen.internal.counted;

import dev.idgen.CounterExhaustedException;
import dev.idgen.IdParts;
import dev.idgen.internal.codec.DigitLayout;
import dev.idgen.internal.request.Region;
import java.util.List;

/** How a count becomes an id. Implementations are immutable. */
public interface NumberForm {

    /**
     * The id of a count.
     *
     * @throws CounterExhaustedException if there is none
     */
    long id(long count);

    /**
     * The parts of an id.
     *
     * @throws IllegalArgumentException if it is none
     */
    IdParts decode(long id);

    /**
     * The count to raise the counter to, so that it goes on after an id that an operator names.
     *
     * @throws IllegalArgumentException if it is not an id
     */
    default long count(long number) {
        return number;
    }

    /** How many counts have an id. */
    long size();

    /** The values its ids lie in, for people to read. */
    String domain();

    /** The parts of its ids, for people to read. */
    String layout();

    /**
     * Counts from 1 with a first number, a step and a last number.
     *
     * @param name what messages call it
     * @param start the number of count 1, from 1
     * @param step from one number to the next, from 1
     * @param max the greatest number, from {@code start}
     */
    record Linear(String name, long start, long step, long max) implements NumberForm {

        private static final List<String> COUNT = List.of("count");

        @Override
        public long id(long count) {
            if (count - 1 > (max - start) / step) {
                throw new CounterExhaustedException(name, max);
            }
            return start + (count - 1) * step;
        }

        @Override
        public long count(long number) {
            return number < start ? 0 : (number - start) / step + 1;
        }

        @Override
        public IdParts decode(long id) {
            if (id < start || id > max || (id - start) % step != 0) {
                throw new IllegalArgumentException("they are " + domain());
            }
            return IdParts.of(null, COUNT, count(id));
        }

        @Override
        public long size() {
            return count(max);
        }

        @Override
        public String domain() {
            return start + " to " + max + (step == 1 ? "" : " in steps of " + step);
        }

        @Override
        public String layout() {
            return "count";
        }
    }

    /**
     * The counts of a region, which are every n-th of all, numbered 1, 2, 3. Ids of other regions have parts, too.
     *
     * @param all what becomes of the counts of all regions
     */
    record OfRegion(NumberForm all, Region region) implements NumberForm {

        @Override
        public long id(long count) {
            return all.id(region.numberAt(count));
        }

        @Override
        public long count(long number) {
            return region.count(all.count(number));
        }

        @Override
        public IdParts decode(long id) {
            return all.decode(id);
        }

        @Override
        public long size() {
            return region.count(all.size());
        }

        @Override
        public String domain() {
            return all.domain() + " in region " + region;
        }

        @Override
        public String layout() {
            return all.layout();
        }
    }

    /**
     * Counts that are ids already, in equal ranges.
     *
     * @param counters how many ranges all regions have together
     * @param range how many numbers each has
     * @param region whose ranges are used
     */
    record Ranges(int counters, long range, Region region) implements NumberForm {

        private static final List<String> COUNTER_AND_NUMBER = List.of("counter", "number");

        /** All of a number of ranges. */
        public Ranges(int counters, long range) {
            this(counters, range, Region.ALL);
        }

        /** The numbers do not exceed a {@code long}. */
        public Ranges {
            Math.multiplyExact(counters, range);
        }

        @Override
        public long id(long count) {
            return count;
        }

        @Override
        public IdParts decode(long id) {
            if (id < 1 || id >= counters * range) {
                throw new IllegalArgumentException("they are " + domain());
            }
            return IdParts.of(null, COUNTER_AND_NUMBER, id / range, id % range);
        }

        @Override
        public long size() {
            return region.count(counters) * range;
        }

        @Override
        public String domain() {
            return "1 to " + (counters * range - 1) + (region.isAll() ? "" : " in region " + region);
        }

        @Override
        public String layout() {
            return "counter * " + range + " + number";
        }
    }

    /**
     * Decimal ids: counter, generator, launch.
     *
     * @param launch 0 to 99,999
     * @param region whose generators are used
     */
    record Decimal(int launch, Region region) implements NumberForm {

        /** How many ids go with one generator. */
        public static final int PER_GENERATOR = 922_337_202;

        /** How many generators there can be. */
        public static final int GENERATORS = 100_000;

        /** Ids of all generators. */
        public Decimal(int launch) {
            this(launch, Region.ALL);
        }

        static final DigitLayout LAYOUT = new DigitLayout(List.of(
                new DigitLayout.DigitField("counter", 9, 1, PER_GENERATOR),
                new DigitLayout.DigitField("generator", 5, 0, GENERATORS - 1),
                new DigitLayout.DigitField("launch", 5, 0, 99_999)));

        private static final List<String> NAMES = LAYOUT.names();

        @Override
        public long id(long count) {
            return LAYOUT.compose(count % PER_GENERATOR + 1, count / PER_GENERATOR, launch);
        }

        @Override
        public IdParts decode(long id) {
            return IdParts.of(null, NAMES, LAYOUT.decompose(id));
        }

        /** {@inheritDoc} It is the generator of an id. */
        @Override
        public long count(long number) {
            return decode(number).value("generator");
        }

        @Override
        public long size() {
            return PER_GENERATOR * region.count(GENERATORS);
        }

        @Override
        public String domain() {
            return "10000000000 to 9223372029999999999" + (region.isAll() ? "" : " in region " + region);
        }

        @Override
        public String layout() {
            return LAYOUT.toString();
        }
    }
}
