package dev.idgen.proof;

/**
 * How a line of windows began.
 *
 * @param noticed the doubt that it began with, by the look's clock
 * @param noticedAt in real time
 */
record Line(Num noticed, Num noticedAt) {

    static final Line NONE = new Line(Num.of(0), Num.of(0));

    static Line doubted(LookTerms look) {
        return new Line(look.time(), look.at());
    }
}
