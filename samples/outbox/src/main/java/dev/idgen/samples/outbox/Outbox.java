package dev.idgen.samples.outbox;

import dev.idgen.KeyedIds;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Streams of events. Each stream's numbers are in the order of the commits, without a gap. A reader that has handled
 * number n has therefore seen all events up to n, and no event up to n appears later.
 */
@Component
public class Outbox {

    private static final int BATCH = 100;

    private final KeyedIds<Long> numbers;
    private final JdbcTemplate jdbc;

    /** An event of a stream. */
    public record Event(String stream, long number, String payload) {}

    Outbox(@Qualifier("event") KeyedIds<Long> numbers, JdbcTemplate jdbc) {
        this.numbers = numbers;
        this.jdbc = jdbc;
    }

    /**
     * Writes an event as part of the caller's transaction. Call it last, because other writers of the stream wait from
     * here to the commit.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void write(String stream, String payload) {
        long number = numbers.forKey(stream).next();
        jdbc.update("INSERT INTO outbox (stream, number, payload) VALUES (?, ?, ?)", stream, number, payload);
    }

    /** Registers a reader, which begins with the first event. Does nothing if it is registered. */
    @Transactional
    public void register(String reader, String stream) {
        jdbc.update(
                "INSERT INTO outbox_cursor (reader, stream, number) SELECT ?, ?, 0"
                        + " WHERE NOT EXISTS (SELECT 1 FROM outbox_cursor WHERE reader = ? AND stream = ?)",
                reader,
                stream,
                reader,
                stream);
    }

    /**
     * Handles the next events of a registered reader, in order, and moves its cursor in the same transaction. If that
     * fails, the same events come again. What the handler writes to this database takes effect once; a message that
     * it sends elsewhere may be sent again.
     *
     * @return how many there were
     */
    @Transactional
    public int read(String reader, String stream, Consumer<Event> handler) {
        String locked = "SELECT number FROM outbox_cursor WHERE reader = ? AND stream = ? FOR UPDATE";
        Long cursor = jdbc.queryForObject(locked, Long.class, reader, stream); // one instance reads, others wait
        List<Event> next = jdbc.query(
                "SELECT number, payload FROM outbox WHERE stream = ? AND number > ? ORDER BY number LIMIT " + BATCH,
                (row, index) -> new Event(stream, row.getLong(1), row.getString(2)),
                stream,
                cursor);
        next.forEach(handler);
        if (!next.isEmpty()) {
            String moved = "UPDATE outbox_cursor SET number = ? WHERE reader = ? AND stream = ?";
            jdbc.update(moved, next.get(next.size() - 1).number(), reader, stream);
        }
        return next.size();
    }
}
