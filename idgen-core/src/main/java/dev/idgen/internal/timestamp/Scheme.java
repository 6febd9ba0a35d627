package dev.idgen.internal.timestamp;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.internal.codec.BitField;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.NumberText;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.time.TickScale;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a format whose ids carry a timestamp: what each bit shows, and the ids' type.
 *
 * <p>Immutable and thread-safe.
 *
 * @param <T> the id's type
 * @param name the format's name, such as {@code snowflake}
 * @param domain which values its ids can have, for people to read
 * @param form the type of its ids and their text
 * @param positive whether the highest of 64 bits is never set
 * @param firstNumber what each tick's sequence begins with
 */
public record Scheme<T>(
        String name,
        String domain,
        Composition composition,
        StampEncoder encoder,
        TickScale scale,
        IdType<T> form,
        boolean positive,
        FirstNumber firstNumber) {

    /**
     * A format of {@code long} values from 1.
     *
     * @param name for people to read
     */
    public static SchemeBuilder<Long> longs(String name) {
        return new SchemeBuilder<>(name, bits -> IdType.longs(NumberText.decimal()))
                .domain(bits -> "1 to 2^" + Math.min(bits, Long.SIZE - 1) + " - 1")
                .positive();
    }

    /**
     * A format of strings.
     *
     * @param name for people to read
     * @param text writes numbers of a given number of bits
     */
    public static SchemeBuilder<String> texts(String name, IntFunction<NumberText> text) {
        return new SchemeBuilder<>(name, bits -> IdType.texts(text.apply(bits)));
    }

    /** When timestamp 0 begins. */
    public Instant epoch() {
        return scale.epoch();
    }

    /**
     * The same format with timestamp 0 at another time.
     *
     * @throws IllegalArgumentException if it is not a whole millisecond
     */
    public Scheme<T> since(Instant begin) {
        TickScale other = new TickScale(begin, scale.tick());
        return new Scheme<>(name, domain, composition, encoder, other, form, positive, firstNumber);
    }

    /** How many bits an id's value can have. */
    public int bits() {
        int bits = composition.layout().bits();
        return positive ? Math.min(bits, Long.SIZE - 1) : bits;
    }

    /** The bits of the node id; 0 if ids have none. */
    public int nodeBits() {
        return composition.nodeBits();
    }

    /**
     * What tells the ids of a node id from others. If it is equal for two generators, they can issue equal ids.
     *
     * @throws IllegalArgumentException if ids show node ids and this one has too many bits
     */
    public Object shape(long nodeId) {
        return List.of(toString(), encoder.fixed(nodeId, 0));
    }

    /** The bits of the number within a tick; 0 if ids have none. */
    public int sequenceBits() {
        return composition.sequenceBits();
    }

    /** When the last timestamp ends; null if the timestamp wraps, or the end exceeds {@link Instant}. */
    @Nullable
    Instant runsOutOn() {
        if (composition.wraps()) {
            return null;
        }
        try {
            return scale.instantOf(Math.addExact(composition.maxTick(), 1));
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /** Whether ids of a later tick are greater. */
    boolean sortsByTime() {
        return !composition.wraps() && Monotonic.beginsWithTick(composition.parts());
    }

    /** Whether at least 64 bits of an id can be random. */
    boolean canBeRandom() {
        return composition.randomFields().stream().mapToInt(BitField::width).sum() >= Long.SIZE;
    }

    /**
     * The least number of all ids stamped at an instant or later. All fields except the timestamp and constants are 0.
     */
    Word128 floor(Instant instant) {
        return bare(instant.isBefore(epoch()) ? epoch() : instant);
    }

    /** An id of a given time with random bits. */
    Word128 at(Instant instant, Entropy random) {
        Word128 id = bare(instant.truncatedTo(ChronoUnit.MILLIS));
        int position = 0;
        for (BitField field : composition.randomFields()) {
            id = id.or(field.place(random.at(position++) & field.max()));
        }
        return id;
    }

    private Word128 bare(Instant instant) {
        long tick;
        try {
            tick = scale.firstFrom(instant);
        } catch (ArithmeticException e) {
            tick = -1;
        }
        if (tick < 0 || tick > composition.maxTick()) {
            throw new IllegalArgumentException(instant + " is out of range: timestamps of type " + name + " are from "
                    + epoch() + " to before " + (runsOutOn() == null ? "the end of all calendars" : runsOutOn()));
        }
        return encoder.fixed(0, 0).or(composition.tick().place(tick));
    }

    /** A description of the ids, for people to read. */
    public IdScheme describe() {
        return new IdScheme(
                name,
                domain,
                Monotonic.of(composition.parts(), composition.wraps()),
                Ids.fields(composition.layout()),
                scale.tick(),
                ((1L << composition.sequenceBits()) - firstNumber.lowest()) << composition.laneBits(),
                runsOutOn());
    }

    /**
     * The parts of an id.
     *
     * @param issuedBy a moment at which the id already existed; only matters if timestamps wrap
     * @throws IllegalArgumentException if it is not an id of this scheme; the message ends a sentence
     */
    DecodedId decode(Word128 id, Instant issuedBy) {
        if (positive && id.low() <= 0) {
            throw new IllegalArgumentException("ids are " + domain);
        }
        long[] values = composition.decompose(id);
        try {
            long tick = composition.tick(id, composition.wraps() ? scale.at(issuedBy.toEpochMilli()) : Long.MAX_VALUE);
            return DecodedId.of(scale.instantOf(tick), composition.layout().names(), values);
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return name + "[" + composition.layout() + "; " + scale + "]";
    }
}
