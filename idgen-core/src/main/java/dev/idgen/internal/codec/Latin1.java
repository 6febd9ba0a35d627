package dev.idgen.internal.codec;

/** Strings of Latin-1 characters, as all ids are. Stateless. */
public final class Latin1 {

    private Latin1() {}

    /**
     * The text of some bytes. The constructor with a charset is too large to be inlined, which costs a third of the
     * time.
     */
    @SuppressWarnings("deprecation") // because it is wrong for other characters
    public static String text(byte[] bytes, int from, int length) {
        return new String(bytes, 0, from, length);
    }
}
