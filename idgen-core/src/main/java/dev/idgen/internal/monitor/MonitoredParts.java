package dev.idgen.internal.monitor;

import java.util.Map;

/** Has parts that operators may look at, which are always the same. Thread-safe. */
public interface MonitoredParts {

    /** The parts by name. */
    Map<String, Monitored> parts();
}
