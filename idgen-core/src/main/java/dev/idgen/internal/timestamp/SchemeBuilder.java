package dev.idgen.internal.timestamp;

import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.time.TickScale;
import dev.idgen.internal.timestamp.SchemePart.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Collects the parts of a scheme, most significant first. Not thread-safe.
 *
 * @param <T> the id's type
 */
public final class SchemeBuilder<T> {

    private final String name;
    private final IntFunction<IdType<T>> form;
    private final List<SchemePart> parts = new ArrayList<>();
    private IntFunction<String> domain = bits -> "all values of " + bits + " bits";
    private boolean positive;
    private boolean wraps;
    private int hiddenSequenceBits;
    private int lowestNumber;
    private @Nullable Integer spreadBits;
    private Instant epoch = Instant.EPOCH;
    private Duration tick = Duration.ofMillis(1);

    /** @param form the id's type for a number of bits */
    SchemeBuilder(String name, IntFunction<IdType<T>> form) {
        this.name = name;
        this.form = form;
    }

    SchemeBuilder<T> domain(IntFunction<String> description) {
        this.domain = description;
        return this;
    }

    SchemeBuilder<T> positive() {
        this.positive = true;
        return this;
    }

    /** When timestamp 0 begins; default 1970. */
    public SchemeBuilder<T> epoch(Instant begin) {
        this.epoch = begin;
        return this;
    }

    /** How long a value of the timestamp lasts; default a millisecond. */
    public SchemeBuilder<T> every(Duration duration) {
        this.tick = duration;
        return this;
    }

    /** Lets the timestamp restart at 0 after its last value. Ids are then unique for one round only. */
    public SchemeBuilder<T> wrapping() {
        this.wraps = true;
        return this;
    }

    /**
     * The number that each tick begins with. By default it is random in half of the sequence's bits.
     *
     * @param lowest the least first number, 0 or 1
     * @param randomBits how many random bits it has, fewer than the sequence
     */
    public SchemeBuilder<T> firstNumber(int lowest, int randomBits) {
        this.lowestNumber = lowest;
        this.spreadBits = randomBits;
        return this;
    }

    public SchemeBuilder<T> tick(String field, int width) {
        return add(new SchemePart(Role.TICK, field, width));
    }

    /**
     * Some bits of the timestamp.
     *
     * @param from the lowest of these bits, counted from the timestamp's least significant bit
     */
    public SchemeBuilder<T> tick(String field, int width, int from) {
        return add(new SchemePart(Role.TICK, field, width, from, false, 0));
    }

    /** The timestamp with its bits in reverse order, so ids of neighbouring times are far apart. */
    public SchemeBuilder<T> reversedTick(String field, int width) {
        return add(new SchemePart(Role.TICK, field, width, 0, true, 0));
    }

    /** The node id. Another such field has the node id's next lower bits. */
    public SchemeBuilder<T> node(String field, int width) {
        return add(new SchemePart(Role.NODE, field, width));
    }

    /**
     * Some bits of a node id's split field.
     *
     * @param from the lowest of these bits, counted from the field's least significant bit
     */
    public SchemeBuilder<T> node(String field, int width, int from) {
        return add(new SchemePart(Role.NODE, field, width, from, false, 0));
    }

    /**
     * Which of 2^width sequences a number comes from. As far as they suffice, each thread has its own sequence.
     *
     * @param width up to 16
     */
    public SchemeBuilder<T> lane(String field, int width) {
        return add(new SchemePart(Role.LANE, field, width));
    }

    /** The number within the tick. */
    public SchemeBuilder<T> sequence(String field, int width) {
        return add(new SchemePart(Role.SEQUENCE, field, width));
    }

    /**
     * Some bits of the number within the tick.
     *
     * @param from the lowest of these bits, counted from the number's least significant bit
     */
    public SchemeBuilder<T> sequence(String field, int width, int from) {
        return add(new SchemePart(Role.SEQUENCE, field, width, from, false, 0));
    }

    /** Random bits, new for each id. */
    public SchemeBuilder<T> entropy(String field, int width) {
        return add(new SchemePart(Role.ENTROPY, field, width));
    }

    /**
     * A number that begins at random in each tick and grows by 1 with each id.
     *
     * @param width 65 to 80
     * @param countBits a tick has up to 2^countBits ids
     */
    SchemeBuilder<T> countedEntropy(String field, int width, int countBits) {
        hiddenSequenceBits = countBits;
        return add(new SchemePart(Role.COUNTED_HIGH, field + "-high", width - Long.SIZE))
                .add(new SchemePart(Role.COUNTED_LOW, field + "-low", Long.SIZE));
    }

    /** A value that each call gives. The other fields alone make ids unique. */
    public SchemeBuilder<T> route(String field, int width) {
        return add(new SchemePart(Role.ROUTE, field, width));
    }

    /** Bits that are the same in all ids. */
    public SchemeBuilder<T> constant(String field, int width, long value) {
        return add(new SchemePart(Role.CONSTANT, field, width, 0, false, value));
    }

    private SchemeBuilder<T> add(SchemePart part) {
        parts.add(part);
        return this;
    }

    private FirstNumber firstNumber(Composition composition) {
        int bits = composition.sequenceBits();
        // After a timestamp wraps, the id would otherwise be 0.
        int lowest = positive && wraps ? 1 : lowestNumber;
        return new FirstNumber(lowest, spreadBits == null ? bits / 2 : spreadBits).checked(bits);
    }

    /**
     * The scheme declared so far.
     *
     * @throws IllegalArgumentException if it has no timestamp, or its parts do not make an id
     */
    public Scheme<T> build() {
        Composition composition = new Composition(parts, hiddenSequenceBits, wraps, positive);
        int bits = composition.layout().bits();
        return new Scheme<>(
                name,
                domain.apply(bits),
                composition,
                composition.encoder(),
                new TickScale(epoch, tick),
                form.apply(bits),
                positive,
                firstNumber(composition));
    }
}
