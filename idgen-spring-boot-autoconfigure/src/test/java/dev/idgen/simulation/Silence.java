package dev.idgen.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Keeps the shipped code from logging the thousands of accidents that it goes through. */
final class Silence {

    private Silence() {}

    static void begin() {
        for (String name : List.of("dev.idgen.bucket", "dev.idgen.node", "dev.idgen.scheme")) {
            ((Logger) LoggerFactory.getLogger(name)).setLevel(Level.OFF);
        }
    }
}
