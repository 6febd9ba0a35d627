package dev.idgen;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Keeps the shipped code from logging the thousands of accidents that it goes through, while the tests of a class run.
 */
public final class Silence implements BeforeAllCallback, AfterAllCallback {

    private final Logger shipped = (Logger) LoggerFactory.getLogger("dev.idgen.internal");

    @Override
    public void beforeAll(ExtensionContext context) {
        shipped.setLevel(Level.OFF);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        shipped.setLevel(null);
    }
}
