package dev.idgen.internal.store.redis;

import dev.idgen.internal.doctor.Finding;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.event.Level;

/**
 * Something that may be found of servers of Redis, a line of {@code findings.txt}. The page of operations shows the
 * same words.
 *
 * @param condition when it is said, for the page
 */
record RedisFinding(String name, Level level, String condition, String cost, String remedy) {

    /** All, by name, in the order of the page. */
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

    /** @param found which servers, and what of them */
    Finding with(String found) {
        return new Finding(name, level, found + ". " + cost + ". " + remedy + ".");
    }
}
