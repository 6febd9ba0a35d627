package dev.idgen.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** The errors about buckets that the shipped code logs while stories are played. */
final class LoggedErrors implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.idgen.internal.string.sequence");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    LoggedErrors() {
        appender.start();
        logger.setLevel(Level.ERROR);
        logger.setAdditive(false);
        logger.addAppender(appender);
    }

    Stream<String> messages() {
        return appender.list.stream().map(ILoggingEvent::getMessage);
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setAdditive(true);
        logger.setLevel(Level.OFF);
    }
}
