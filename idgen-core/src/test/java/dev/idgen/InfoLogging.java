package dev.idgen;

import ch.qos.logback.classic.BasicConfigurator;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;

/**
 * Logs what Spring Boot would. Before it has been started in a JVM, Logback logs all, and what tests in logical time provoke is a
 * hundred thousand stack traces.
 */
public final class InfoLogging extends BasicConfigurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        super.configure(context);
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
