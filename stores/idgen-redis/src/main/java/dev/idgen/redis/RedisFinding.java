package dev.idgen.redis;

import dev.idgen.store.Finding;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.event.Level;

/**
 * A possible finding about Redis: a line of {@code findings.txt}, which the documentation also shows.
 *
 * @param condition when idgen reports it, for the documentation
 */
record RedisFinding(String name, Level level, String condition, String cost, String remedy) {

    /** All findings by name, in the order of the documentation. */
    static final Map<String, RedisFinding> ALL = all();

    private static Map<String, RedisFinding> all() {
        Map<String, RedisFinding> all = new LinkedHashMap<>();
        LuaScript.resource("findings.txt")
                .lines()
                .map(line -> line.split(" \\| "))
                .forEach(parts -> all.put(
                        parts[0], new RedisFinding(parts[0], Level.valueOf(parts[1]), parts[2], parts[3], parts[4])));
        return all;
    }

    /** @param found the servers and their facts */
    Finding with(String found) {
        return new Finding(name, level, found + ". " + cost + ". " + remedy + ".");
    }
}
