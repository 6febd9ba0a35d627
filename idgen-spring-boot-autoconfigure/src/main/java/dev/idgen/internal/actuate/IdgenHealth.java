package dev.idgen.internal.actuate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether ids can be issued, as far as is known without asking a store.
 *
 * @param up whether all generators can
 * @param details for each generator {@code UP}, or why it cannot
 */
public record IdgenHealth(boolean up, Map<String, Object> details) {

    static final String UP = "UP";

    /** The state of all parts at this moment. */
    public static IdgenHealth of(MonitoredBeans parts) {
        Map<String, Object> details = new LinkedHashMap<>();
        parts.monitored()
                .forEach((name, part) -> details.put(name, part.trouble().orElse(UP)));
        return new IdgenHealth(details.values().stream().allMatch(UP::equals), details);
    }
}
