package dev.idgen.proof;

/** A whole number in a formula. An operation on constants is carried out at once, so a formula of constants is its value. Immutable. */
public sealed interface Num {

    record Constant(long value) implements Num {}

    record Named(String name) implements Num {}

    /** What a function that only assumptions tell about makes of a number. */
    record Applied(String function, Num argument) implements Num {}

    record Sum(Num a, Num b) implements Num {}

    record Difference(Num a, Num b) implements Num {}

    record Choice(Truth condition, Num then, Num otherwise) implements Num {}

    static Num of(long value) {
        return new Constant(value);
    }

    /** Any number. */
    static Num any(String name) {
        return new Named(name);
    }

    /** The value of a formula of constants. */
    default long value() {
        return ((Constant) this).value();
    }

    default Num plus(Num other) {
        return this instanceof Constant a && other instanceof Constant b ? of(a.value + b.value) : new Sum(this, other);
    }

    default Num plus(long other) {
        return plus(of(other));
    }

    default Num minus(Num other) {
        return this instanceof Constant a && other instanceof Constant b
                ? of(a.value - b.value)
                : new Difference(this, other);
    }

    default Num minus(long other) {
        return minus(of(other));
    }

    default Num max(Num other) {
        return atLeast(other).choose(this, other);
    }

    default Num min(Num other) {
        return atMost(other).choose(this, other);
    }

    default Truth is(Num other) {
        return this instanceof Constant a && other instanceof Constant b
                ? Truth.of(a.value == b.value)
                : new Truth.Equal(this, other);
    }

    default Truth is(long other) {
        return is(of(other));
    }

    default Truth isNot(Num other) {
        return is(other).not();
    }

    default Truth isNot(long other) {
        return is(other).not();
    }

    default Truth atMost(Num other) {
        return this instanceof Constant a && other instanceof Constant b
                ? Truth.of(a.value <= b.value)
                : new Truth.AtMost(this, other);
    }

    default Truth atLeast(Num other) {
        return other.atMost(this);
    }

    default Truth atLeast(long other) {
        return atLeast(of(other));
    }

    default Truth below(Num other) {
        return other.atMost(this).not();
    }

    default Truth above(Num other) {
        return other.below(this);
    }

    default Truth above(long other) {
        return above(of(other));
    }
}
