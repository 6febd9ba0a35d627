package dev.idgen.internal.codec;

/** Strings of Latin-1 characters, as all ids are. Stateless. */
public final class Latin1 {

    private Latin1() {}

    /**
     * The string of some bytes. It does not call the constructor with a charset, which is too large to be inlined: that
     * costs a third of the time.
     */
    @SuppressWarnings("deprecation") // deprecated because it is wrong for characters outside Latin-1
    public static String text(byte[] bytes, int from, int length) {
        return new String(bytes, 0, from, length);
    }
}
