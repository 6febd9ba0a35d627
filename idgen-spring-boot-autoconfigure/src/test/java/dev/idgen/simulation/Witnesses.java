package dev.idgen.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * Keeps a story within what is assumed of a total loss of data: the first to touch the record of the namespace or of the
 * pool of node ids afterwards is not a process that has not seen it before, unless so long after that no lease is left.
 */
final class Witnesses {

    private static final int NO_LEASE_LEFT_MILLIS = 20_000;

    private final IntSupplier now;
    private final boolean required;
    private final Map<String, Integer> lostAt = new HashMap<>();

    Witnesses(IntSupplier now, boolean required) {
        this.now = now;
        this.required = required;
    }

    void lost(String key) {
        lostAt.put(key, now.getAsInt());
    }

    /** Whether a request may reach its server. */
    boolean admit(String key, List<String> arguments) {
        Integer lost = required && !lostAt.isEmpty() ? lostAt.get(key) : null;
        if (lost == null) {
            return true;
        }
        if (knows(key, arguments) || now.getAsInt() - lost > NO_LEASE_LEFT_MILLIS) {
            lostAt.remove(key);
            return true;
        }
        return false;
    }

    /** A process that has seen the namespace tells when it was created; one that has seen the pool says so. */
    private static boolean knows(String key, List<String> arguments) {
        return key.endsWith(":namespace")
                ? !arguments.get(1).equals("0")
                : arguments.get(4).equals("1");
    }
}
