package dev.idgen;

/** How much a test does: all of it with {@code -Pfull} and where {@code -Dtest} names the test, else a part that takes seconds. */
public final class Extent {

    /** Empty where nothing is left out; there is none in a development environment. */
    private static final boolean FULL =
            System.getProperty("idgen.tests.not-run", "some").isEmpty();

    private Extent() {}

    public static int of(int always, int full) {
        return FULL ? full : always;
    }
}
