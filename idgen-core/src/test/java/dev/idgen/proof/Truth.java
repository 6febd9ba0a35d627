package dev.idgen.proof;

import java.util.List;

/** Something true or false in a formula; otherwise like {@link Num}. */
public sealed interface Truth {

    record Constant(boolean value) implements Truth {}

    record Named(String name) implements Truth {}

    record Equal(Num a, Num b) implements Truth {}

    record AtMost(Num a, Num b) implements Truth {}

    record Not(Truth truth) implements Truth {}

    record And(Truth a, Truth b) implements Truth {}

    record Or(Truth a, Truth b) implements Truth {}

    static Truth of(boolean value) {
        return new Constant(value);
    }

    /** Either. */
    static Truth any(String name) {
        return new Named(name);
    }

    static Truth all(List<Truth> truths) {
        return truths.stream().reduce(of(true), Truth::and);
    }

    static Truth all(Truth... truths) {
        return all(List.of(truths));
    }

    static Truth either(Truth... truths) {
        return List.of(truths).stream().reduce(of(false), Truth::or);
    }

    /** The value of a formula of constants. */
    default boolean value() {
        return ((Constant) this).value();
    }

    default Truth not() {
        return this instanceof Constant a ? of(!a.value) : new Not(this);
    }

    default Truth and(Truth other) {
        if (this instanceof Constant a) {
            return a.value ? other : of(false);
        }
        return other instanceof Constant b ? b.and(this) : new And(this, other);
    }

    default Truth or(Truth other) {
        if (this instanceof Constant a) {
            return a.value ? of(true) : other;
        }
        return other instanceof Constant b ? b.or(this) : new Or(this, other);
    }

    default Truth implies(Truth other) {
        return not().or(other);
    }

    default Truth isSameAs(Truth other) {
        return choose(other, other.not());
    }

    default Num choose(Num then, Num otherwise) {
        return this instanceof Constant a ? (a.value ? then : otherwise) : new Num.Choice(this, then, otherwise);
    }

    default Truth choose(Truth then, Truth otherwise) {
        return and(then).or(not().and(otherwise));
    }
}
