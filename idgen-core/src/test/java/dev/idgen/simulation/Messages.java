package dev.idgen.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.LoggerFactory;

/** What the shipped code says while a story is played: warnings and errors, each once, without what differs. */
final class Messages implements AutoCloseable {

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final List<Logger> loggers = new ArrayList<>();

    Messages() {
        appender.start();
        for (String name : List.of("dev.idgen.internal.string.sequence", "dev.idgen.internal.stamped.node")) {
            Logger logger = (Logger) LoggerFactory.getLogger(name);
            logger.setLevel(Level.WARN);
            logger.setAdditive(false);
            logger.addAppender(appender);
            loggers.add(logger);
        }
    }

    /** Whatever is not about requests that failed or the instances' own clocks. */
    Set<String> said() {
        Set<String> said = new TreeSet<>();
        for (ILoggingEvent event : appender.list) {
            String text = event.getMessage();
            if (!text.contains("retrying") && !text.contains("clock differs") && !text.contains("overflowed")) {
                said.add(event.getLevel().toString().toLowerCase(Locale.ROOT) + ": " + brief(text));
            }
        }
        return said;
    }

    private static String brief(String message) {
        String text =
                message.replaceFirst("^idgen namespace '\\{}': |^\\{}: ", "").replace("{}", "N");
        return text.split("[;.(]", 2)[0].strip();
    }

    @Override
    public void close() {
        for (Logger logger : loggers) {
            logger.detachAppender(appender);
            logger.setAdditive(true);
            logger.setLevel(Level.OFF);
        }
    }
}
