package dev.idgen.store;

import dev.idgen.InvalidKeyException;
import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.Quote;
import java.util.regex.Pattern;

/** The names that stores build their keys from. No name can end a part of a key, or a hash tag. Stateless. */
public final class AllowedNames {

    private static final Pattern NAMESPACE = Pattern.compile("[0-9A-Za-z._-]{1,64}");
    private static final Pattern COUNTER = Pattern.compile("[0-9A-Za-z._:-]{1,128}");

    /** Separates a generator's name from a key. */
    public static final String KEYED = "::";

    private static final Pattern KEY = Pattern.compile("[0-9A-Za-z._-]{1,64}");

    /** The most characters of a key. */
    public static final int MAX_KEY = 64;

    /** Of a generator with keys: with two colons, a key, a colon and a period of 10, its name has 128 characters. */
    public static final int MAX_KEYED_GENERATOR = 51;

    private AllowedNames() {}

    /**
     * Returns a namespace's name if it is valid.
     *
     * @throws InvalidSettingException if it is not 1 to 64 characters {@code [0-9A-Za-z._-]}
     */
    public static String namespace(String name) {
        if (!NAMESPACE.matcher(name).matches()) {
            throw new InvalidSettingException(
                    "idgen.namespace",
                    "is '" + name + "', which is not 1 to 64 characters [0-9A-Za-z._-]",
                    "Set 'idgen.namespace' to a name such as 'default' or 'shop-1'.");
        }
        return name;
    }

    /**
     * Returns a counter's name if it is valid.
     *
     * @throws IllegalArgumentException if it is not 1 to 128 characters {@code [0-9A-Za-z._:-]}
     */
    public static String counter(String name) {
        if (!COUNTER.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "counter " + Quote.of(name) + " is not 1 to 128 characters [0-9A-Za-z._:-]");
        }
        return name;
    }

    /**
     * Returns a key if it is valid.
     *
     * @throws InvalidKeyException if it is not 1 to 64 characters {@code [0-9A-Za-z._-]}
     */
    public static String key(String key) {
        if (!isKey(key)) {
            throw new InvalidKeyException("key " + Quote.of(key) + " is not 1 to 64 characters [0-9A-Za-z._-]");
        }
        return key;
    }

    /**
     * Returns a request key if it is valid.
     *
     * @throws InvalidKeyException if it is not 1 to 128 characters {@code [0-9A-Za-z._:-]}
     */
    public static String requestKey(String key) {
        if (!COUNTER.matcher(key).matches()) {
            throw new InvalidKeyException(
                    "request key " + Quote.of(key) + " is not 1 to 128 characters [0-9A-Za-z._:-]");
        }
        return key;
    }

    public static boolean isKey(String text) {
        return KEY.matcher(text).matches();
    }

    /**
     * The name of a key's counter. The two colons distinguish it from all other names. Generators' names and keys have
     * no colon, and a generator's other counters have only one.
     */
    public static String keyed(String generator, String key) {
        return generator + KEYED + key;
    }
}
