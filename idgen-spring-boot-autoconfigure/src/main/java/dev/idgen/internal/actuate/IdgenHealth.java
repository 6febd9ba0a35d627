package dev.idgen.internal.actuate;

import dev.idgen.internal.doctor.Doctor;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether ids can be issued, as far as is known without asking a store.
 *
 * @param up whether all generators can
 * @param details for each generator {@code UP}, or why it cannot; the days until timestamps run out, and those
 *     generators for which that is soon; the region if there are several; and of each store what was found to put ids
 *     at risk
 */
public record IdgenHealth(boolean up, Map<String, Object> details) {

    static final String UP = "UP";

    /** Before a store's name, so that it is no generator's. */
    private static final String STORE = "store:";

    private static final String REGION = "namespace:region";

    private static final String DAYS_LEFT = "generators:days-left";

    private static final String RUNNING_OUT = "generators:running-out";

    /** The state of all parts at this moment. */
    public static IdgenHealth of(MonitoredBeans parts) {
        Map<String, Object> details = new LinkedHashMap<>();
        parts.monitored()
                .forEach((name, part) -> details.put(name, part.trouble().orElse(UP)));
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
        for (Doctor doctor : parts.doctors()) {
            putUnlessEmpty(STORE + doctor.store(), doctor.findings(), details);
        }
        return new IdgenHealth(up, details);
    }

    private static void putUnlessEmpty(String name, Map<String, ?> values, Map<String, Object> details) {
        if (!values.isEmpty()) {
            details.put(name, values);
        }
    }
}
