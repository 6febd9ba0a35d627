package dev.idgen.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalQueries;
import java.util.Date;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last half hour of a year in London, which is the first of the next year in Berlin. */
class DatePropertyTests {

    private static final Instant NEW_YEAR = Instant.parse("2026-12-31T23:30:00Z");

    record Issued(LocalDate value) {}

    static class Document {

        LocalDate date = LocalDate.of(2026, 12, 31);
        LocalDateTime dateTime = LocalDateTime.of(2026, 12, 31, 23, 30);
        Instant instant = NEW_YEAR;
        OffsetDateTime offset = OffsetDateTime.parse("2026-12-31T18:30:00-05:00");
        ZonedDateTime zoned = NEW_YEAR.atZone(ZoneId.of("Asia/Tokyo"));
        Date old = Date.from(NEW_YEAR);
        Date timestamp = java.sql.Timestamp.from(NEW_YEAR);
        Date sqlDate = java.sql.Date.valueOf("2026-12-31");
        Issued issued = new Issued(LocalDate.of(2026, 12, 31));
        Document credited;
        LocalDate missing;
        String text = "2026-12-31";
    }

    private static PropertyPath date(String path) {
        AnnotationValues wanted = new AnnotationValues("invoice", "", "", path, "DEFAULT");
        return PropertyPath.date(new GeneratedField(wanted, Document.class, String.class, "shop.Document.number"));
    }

    @ParameterizedTest
    @CsvSource({"date", "dateTime", "sqlDate", "issued"})
    void valueWithoutAZoneHasItsDateInEach(String path) {
        assertThat(date(path).date(new Document()).query(TemporalQueries.localDate()))
                .isEqualTo("2026-12-31");
    }

    @ParameterizedTest
    @CsvSource({"instant", "offset", "zoned", "old", "timestamp"})
    void instantIsPassedOnForTheGeneratorsZone(String path) {
        assertThat(Instant.from(date(path).date(new Document()))).isEqualTo(NEW_YEAR);
    }

    @Test
    void pathLeadsIntoAnotherObject() {
        Document document = new Document();
        document.credited = new Document();
        assertThat(date("credited.date").date(document)).isEqualTo(LocalDate.of(2026, 12, 31));
    }

    @ParameterizedTest
    @CsvSource({"missing", "credited.date"})
    void entityWithoutADateIsRefused(String path) {
        assertThatIllegalStateException()
                .isThrownBy(() -> date(path).date(new Document()))
                .withMessage(
                        "@GeneratedId(value = \"invoice\", date = \"" + path + "\") on shop.Document.number: '" + path
                                + "' is null, but it chooses the period of the number. Set it before you store the entity.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text   | property 'text' is of type String. Name a property that is a LocalDate, a LocalDateTime, an Instant,
            issues | DatePropertyTests$Document has no property 'issues'. Set 'date' to the name of one of its properties
            """)
    void propertyWithoutADateIsRefused(String path, String reason) {
        assertThatIllegalStateException().isThrownBy(() -> date(path)).withMessageContaining(reason);
    }
}
