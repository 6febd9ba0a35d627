package dev.idgen.proof;

/**
 * How a line of windows began.
 *
 * @param born whether with a birth
 * @param noticed the doubt that it began with otherwise, by the look's clock
 * @param noticedAt in real time
 */
record Line(Truth born, Num noticed, Num noticedAt) {

    static final Line NONE = new Line(Truth.of(false), Num.of(0), Num.of(0));

    static Line doubted(LookTerms look) {
        return new Line(Truth.of(false), look.time(), look.at());
    }
}
