package dev.idgen.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.script.RedisScript;

/** A Lua script, and the digest by which the server knows it. Thread-safe. */
final class LuaScript {

    /** Begins the error of a server that does not know a script by its digest. */
    static final String UNKNOWN = "^NOSCRIPT";

    /** Where the scripts are on the class path. */
    static final String LOCATION = "dev/idgen/redis/";

    /** Computes its digest on first use, so that it does not slow the start of the application. */
    private final RedisScript<?> script;

    private final boolean confirmed;

    private LuaScript(String name, boolean confirmed) {
        this.script = RedisScript.of(resource(name));
        this.confirmed = confirmed;
    }

    /** Loads a script from {@link #LOCATION}. */
    static LuaScript load(String name) {
        return new LuaScript(name, false);
    }

    /**
     * The script of leases.
     *
     * @param confirmed whether only the master's answers count
     */
    static LuaScript leases(boolean confirmed) {
        return new LuaScript("leases.lua", confirmed);
    }

    /** Reads a text file in {@link #LOCATION}. */
    static String resource(String name) {
        try {
            return new ClassPathResource(LOCATION + name, LuaScript.class.getClassLoader())
                    .getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read class path resource " + LOCATION + name, e);
        }
    }

    /** Strings as bytes that the server understands. */
    static byte[][] bytes(Stream<String> texts) {
        return texts.map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    /** Whether its answers count only if they are the master's. */
    boolean isConfirmed() {
        return confirmed;
    }

    /** Its source. */
    String text() {
        return script.getScriptAsString();
    }

    /** Hexadecimal SHA-1 of the source. */
    String sha1() {
        return script.getSha1();
    }
}
