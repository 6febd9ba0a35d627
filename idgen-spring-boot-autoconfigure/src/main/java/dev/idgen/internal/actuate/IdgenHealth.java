package dev.idgen.internal.actuate;

import dev.idgen.internal.storecheck.StoreCheckRunner;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether ids are available, from the state in memory: sends no request to a store.
 *
 * @param up whether all generators can issue ids
 * @param details per generator {@code UP} or why it issues no ids; days until timestamps run out, with warnings; the
 *     region if there are several; findings per store
 */
record IdgenHealth(boolean up, Map<String, Object> details) {

    static final String UP = "UP";

    /** Prefix of a store's name, so that it differs from names of generators. */
    private static final String STORE = "store:";

    private static final String REGION = "namespace:region";

    private static final String DAYS_LEFT = "generators:days-left";

    private static final String RUNNING_OUT = "generators:running-out";

    /** The present state of all parts. */
    public static IdgenHealth of(MonitoredBeans parts) {
        Map<String, Object> details = new LinkedHashMap<>();
        parts.monitored()
                .forEach((name, part) -> details.put(name, part.unavailability().orElse(UP)));
        boolean up = details.values().stream().allMatch(UP::equals);
        Map<String, Object> daysLeft = new LinkedHashMap<>();
        Map<String, Object> runningOut = new LinkedHashMap<>();
        for (EndingGenerator generator : parts.ending()) {
            daysLeft.put(generator.name(), generator.daysLeft());
            generator.warning().ifPresent(warning -> runningOut.put(generator.name(), warning));
        }
        putUnlessEmpty(DAYS_LEFT, daysLeft, details);
        putUnlessEmpty(RUNNING_OUT, runningOut, details);
        if (!parts.region().equals(MonitoredBeans.WHOLE)) {
            details.put(REGION, parts.region());
        }
        for (StoreCheckRunner checks : parts.storeChecks()) {
            putUnlessEmpty(STORE + checks.store(), checks.findings(), details);
        }
        return new IdgenHealth(up, details);
    }

    private static void putUnlessEmpty(String name, Map<String, ?> values, Map<String, Object> details) {
        if (!values.isEmpty()) {
            details.put(name, values);
        }
    }
}
