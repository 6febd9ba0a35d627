package dev.idgen.internal.stamped;

import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.stamped.SchemePart.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Takes the parts of a scheme, most significant first. For one thread.
 *
 * @param <T> the id's type
 */
public final class SchemeBuilder<T> {

    final String name;
    final IntFunction<IdForm<T>> form;
    private final List<SchemePart> parts = new ArrayList<>();
    IntFunction<String> domain = bits -> "all values of " + bits + " bits";
    boolean positive;
    private boolean wraps;
    private int hiddenSequenceBits;
    private int lowestNumber;
    private @Nullable Integer spreadBits;
    Instant epoch = Instant.EPOCH;
    Duration tick = Duration.ofMillis(1);

    /** @param form the id's type for a number of bits */
    SchemeBuilder(String name, IntFunction<IdForm<T>> form) {
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

    /** When timestamp 0 begins; 1970 unless set. */
    public SchemeBuilder<T> epoch(Instant begin) {
        this.epoch = begin;
        return this;
    }

    /** How long a value of the timestamp lasts; a millisecond unless set. */
    public SchemeBuilder<T> every(Duration duration) {
        this.tick = duration;
        return this;
    }

    /**
     * The timestamp begins again at 0 when it has had all values, instead of ending. Ids are unique for one round only.
     */
    public SchemeBuilder<T> wrapping() {
        this.wraps = true;
        return this;
    }

    /**
     * The number each tick begins with; unless set, it is random in half the bits of the sequence.
     *
     * @param lowest the least one, 0 or 1
     * @param randomBits how many bits of it are random, less than the sequence has
     */
    public SchemeBuilder<T> firstNumber(int lowest, int randomBits) {
        this.lowestNumber = lowest;
        this.spreadBits = randomBits;
        return this;
    }

    public SchemeBuilder<T> tick(String field, int width) {
        return add(new SchemePart(Role.TICK, field, width));
    }

    /** Some bits of the timestamp, {@code from} its {@code from}-th lowest. */
    public SchemeBuilder<T> tick(String field, int width, int from) {
        return add(new SchemePart(Role.TICK, field, width, from, false, 0));
    }

    /** The timestamp with its bits in reverse order, so that ids of neighbouring times lie far apart. */
    public SchemeBuilder<T> reversedTick(String field, int width) {
        return add(new SchemePart(Role.TICK, field, width, 0, true, 0));
    }

    /** The node id, or the next lower bits of it if there was such a field before. */
    public SchemeBuilder<T> node(String field, int width) {
        return add(new SchemePart(Role.NODE, field, width));
    }

    /** Some bits of a node id's field that is torn apart. */
    public SchemeBuilder<T> node(String field, int width, int from) {
        return add(new SchemePart(Role.NODE, field, width, from, false, 0));
    }

    /**
     * Which of 2^width sequences the number comes from, width up to 16: threads have sequences of their own, as far as
     * there are any.
     */
    public SchemeBuilder<T> lane(String field, int width) {
        return add(new SchemePart(Role.LANE, field, width));
    }

    /** The number within the tick. */
    public SchemeBuilder<T> sequence(String field, int width) {
        return add(new SchemePart(Role.SEQUENCE, field, width));
    }

    /** Some bits of the number within the tick. */
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
     * @param countBits there are up to 2^countBits ids in a tick
     */
    SchemeBuilder<T> countedEntropy(String field, int width, int countBits) {
        hiddenSequenceBits = countBits;
        return add(new SchemePart(Role.COUNTED_HIGH, field + "-high", width - Long.SIZE))
                .add(new SchemePart(Role.COUNTED_LOW, field + "-low", Long.SIZE));
    }

    /** Bits that are the same in all ids. */
    public SchemeBuilder<T> constant(String field, int width, long value) {
        return add(new SchemePart(Role.CONSTANT, field, width, 0, false, value));
    }

    private SchemeBuilder<T> add(SchemePart part) {
        parts.add(part);
        return this;
    }

    FirstNumber firstNumber(Composition composition) {
        int bits = composition.sequenceBits();
        // A timestamp that begins again would make the id 0 otherwise.
        int lowest = positive && wraps ? 1 : lowestNumber;
        return new FirstNumber(lowest, spreadBits == null ? bits / 2 : spreadBits).checked(bits);
    }

    /**
     * The scheme declared so far.
     *
     * @throws IllegalArgumentException if it has no timestamp, or its parts do not add up to an id
     */
    public Scheme<T> build() {
        return new Scheme<>(this, new Composition(parts, hiddenSequenceBits, wraps, positive));
    }
}
