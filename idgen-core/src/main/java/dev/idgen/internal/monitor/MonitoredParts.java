package dev.idgen.internal.monitor;

import java.util.Map;

/** A component with a fixed set of monitored parts. Thread-safe. */
public interface MonitoredParts {

    /** The parts by name. */
    Map<String, Monitored> parts();
}
