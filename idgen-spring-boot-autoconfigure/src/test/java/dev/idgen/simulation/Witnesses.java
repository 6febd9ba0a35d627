package dev.idgen.simulation;

import dev.idgen.internal.store.redis.SimulatedRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Keeps a story within what is assumed: after a total loss of data, or one that goes back behind the raising of the longest ttl,
 * the first to ask is not a process that has just started.
 *
 * <p>A namespace without any bucket is new to a process that starts; to others, its buckets were lost. The same holds for a pool
 * of node ids. And as long as the namespace's record is missing, or shows a ttl that is too short, nobody reads it but those who
 * know better.
 */
final class Witnesses {

    private static final int CLAIMED_TTL = 0;
    private static final int OPERATION = 0;
    private static final int MARK = 0;
    private static final int ABSENCE = 10;

    private final boolean required;
    private final Predicate<String> isThere;
    private final List<Family> families = new ArrayList<>();
    private long longest;

    /** Records that are new if none of them is there. */
    private static final class Family {

        private final List<String> keys;
        private boolean made;

        Family(List<String> keys) {
            this.keys = keys;
        }
    }

    /** @param isThere whether there is a key */
    Witnesses(boolean required, Predicate<String> isThere) {
        this.required = required;
        this.isThere = isThere;
    }

    void watch(List<String> keys) {
        families.add(new Family(keys));
    }

    /**
     * Whether a request may reach its server.
     *
     * @param joined whether the asker had read the namespace's record when it asked
     */
    boolean admit(SimulatedRedis redis, String key, List<String> arguments, boolean joined) {
        if (!required) {
            return true;
        }
        if (key.equals(Keys.NAMESPACE)) {
            return admitToNamespace(redis, Long.parseLong(arguments.get(CLAIMED_TTL)), joined);
        }
        for (Family family : families) {
            if (family.keys.contains(key)) {
                boolean there = redis.has(key) || family.keys.stream().anyMatch(isThere);
                family.made |= there;
                return there || !family.made || !takesForNew(arguments);
            }
        }
        throw new IllegalArgumentException(key);
    }

    private static boolean takesForNew(List<String> arguments) {
        return switch (arguments.get(OPERATION)) {
            case "lease", "acquire" -> !arguments.get(ABSENCE).equals("0");
            default -> arguments.get(MARK).equals("0");
        };
    }

    private boolean admitToNamespace(SimulatedRedis redis, long claimed, boolean joined) {
        long known = redis.field(Keys.NAMESPACE, "ttl").map(Long::parseLong).orElse(0L);
        boolean admitted = known >= longest || (joined && claimed >= longest);
        if (admitted) {
            longest = Math.max(longest, claimed);
        }
        return admitted;
    }
}
