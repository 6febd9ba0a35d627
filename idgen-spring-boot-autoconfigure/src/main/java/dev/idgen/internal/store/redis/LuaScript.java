package dev.idgen.internal.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script with the digest that the server knows it by.
 *
 * @param name its file's name beside this class
 * @param text its source
 * @param sha1 hexadecimal SHA-1 of the source
 */
record LuaScript(String name, String text, String sha1) {

    /** Where the scripts are on the class path. */
    static final String LOCATION = "dev/idgen/internal/store/redis/";

    static LuaScript load(String name) {
        try (InputStream in = LuaScript.class.getClassLoader().getResourceAsStream(LOCATION + name)) {
            if (in == null) {
                throw new IllegalStateException("class path resource " + LOCATION + name + " is missing");
            }
            byte[] text = in.readAllBytes();
            return new LuaScript(name, new String(text, StandardCharsets.UTF_8), sha1(text));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read class path resource " + LOCATION + name, e);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
