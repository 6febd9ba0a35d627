package dev.idgen.internal.actuate;

import dev.idgen.internal.doctor.Doctor;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether ids can be issued, as far as is known without asking a store.
 *
 * @param up whether all generators can
 * @param details for each generator {@code UP}, or why it cannot; the region if there are several; and of each store what was found to put
 *     ids at risk
 */
public record IdgenHealth(boolean up, Map<String, Object> details) {

    static final String UP = "UP";

    /** Before a store's name, so that it is no generator's. */
    private static final String STORE = "store:";

    private static final String REGION = "namespace:region";

    /** The state of all parts at this moment. */
    public static IdgenHealth of(MonitoredBeans parts) {
        Map<String, Object> details = new LinkedHashMap<>();
        parts.monitored()
                .forEach((name, part) -> details.put(name, part.trouble().orElse(UP)));
        boolean up = details.values().stream().allMatch(UP::equals);
        if (!parts.region().equals(MonitoredBeans.WHOLE)) {
            details.put(REGION, parts.region());
        }
        for (Doctor doctor : parts.doctors()) {
            if (!doctor.findings().isEmpty()) {
                details.put(STORE + doctor.store(), doctor.findings());
            }
        }
        return new IdgenHealth(up, details);
    }
}
