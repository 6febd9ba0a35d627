package dev.idgen.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Keeps the shipped code from logging the thousands of accidents that it goes through, while the tests of a class run. */
final class Silence implements BeforeAllCallback, AfterAllCallback {

    private static final List<String> PACKAGES = List.of(
            "dev.idgen.internal.string.sequence",
            "dev.idgen.internal.stamped.node",
            "dev.idgen.internal.stamped",
            "dev.idgen.internal.string");

    private final Map<String, Level> before = new HashMap<>();

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        for (String name : PACKAGES) {
            before.put(name, logger(name).getLevel());
            logger(name).setLevel(Level.OFF);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        before.forEach((name, level) -> logger(name).setLevel(level));
    }
}
