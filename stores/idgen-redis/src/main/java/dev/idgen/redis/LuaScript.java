package dev.idgen.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A Lua script, and the digest by which the server knows it. Thread-safe. */
final class LuaScript {

    /** Where the scripts are on the class path. */
    static final String LOCATION = "dev/idgen/redis/";

    private final String name;
    private final String text;
    private final boolean confirmed;

    /** Computed on first use, so that it does not slow the start of the application. */
    private @Nullable String sha1;

    private LuaScript(String name, String text, boolean confirmed) {
        this.name = name;
        this.text = text;
        this.confirmed = confirmed;
    }

    /** Loads a script from {@link #LOCATION}. */
    static LuaScript load(String name) {
        return new LuaScript(name, resource(name), false);
    }

    /**
     * The script of leases.
     *
     * @param confirmed whether only the master's answers count
     */
    static LuaScript leases(boolean confirmed) {
        return new LuaScript("register.lua", resource("register.lua"), confirmed);
    }

    /** Reads a text file in {@link #LOCATION}. */
    static String resource(String name) {
        try (InputStream in = LuaScript.class.getClassLoader().getResourceAsStream(LOCATION + name)) {
            if (in == null) {
                throw new IllegalStateException("class path resource " + LOCATION + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read class path resource " + LOCATION + name, e);
        }
    }

    /** Whether a request failed because the server does not know the script by its digest. */
    static boolean isUnknown(Throwable failure) {
        return ExplainedRedisException.causes(failure)
                .anyMatch(cause -> String.valueOf(cause.getMessage()).startsWith("NOSCRIPT"));
    }

    /** Whether its answers count only if they are the master's. */
    boolean isConfirmed() {
        return confirmed;
    }

    /** The name of its file. */
    String name() {
        return name;
    }

    /** Its source. */
    String text() {
        return text;
    }

    /** Hexadecimal SHA-1 of the source. */
    String sha1() {
        String digest = sha1;
        if (digest == null) {
            digest = sha1(text.getBytes(StandardCharsets.UTF_8));
            sha1 = digest;
        }
        return digest;
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
