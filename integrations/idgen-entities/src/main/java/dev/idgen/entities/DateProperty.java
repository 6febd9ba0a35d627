package dev.idgen.entities;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Date;
import java.util.List;

/**
 * Reads the date of a document from an entity's property, to choose the period of its number. Thread-safe.
 *
 * <p>A {@link LocalDate} and a {@link LocalDateTime} have their date. Any other value is an instant, whose date depends
 * on the generator's zone: a database may return it with another offset than the one it was stored with.
 */
final class DateProperty {

    private static final List<Class<?>> TYPES = List.of(
            LocalDate.class, LocalDateTime.class, Instant.class, OffsetDateTime.class, ZonedDateTime.class, Date.class);

    private final PropertyPath property;

    /**
     * @param on the annotation and its place, for messages
     * @throws GeneratedIdException if there is no such property, or it has no date
     */
    DateProperty(Class<?> entity, String path, String on) {
        property = new PropertyPath(entity, "date", path, on)
                .require(
                        TYPES,
                        "a LocalDate, a LocalDateTime, an Instant, an OffsetDateTime, a ZonedDateTime or a Date");
    }

    /**
     * The date of a document.
     *
     * @throws GeneratedIdException if it is null
     */
    Temporal of(Object entity) {
        Object value = property.of(entity, "chooses the period of the number");
        if (value instanceof java.sql.Date date) { // midnight of the JVM's zone; has no instant
            return date.toLocalDate();
        }
        return value instanceof Date date ? date.toInstant() : (Temporal) value;
    }
}
