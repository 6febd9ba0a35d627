package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** On 22 November 2026, with generators of the sample, and some whose time wraps, is scrambled or began a week ago. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "idgen.generators.wraps.type=trace-id",
            "idgen.generators.scrambled.type=snowflake",
            "idgen.generators.scrambled.scramble=true",
            "idgen.generators.week.type=js-safe",
            "idgen.generators.week.epoch=2025-11-15T00:00:00Z",
            "idgen.generators.random.type=uuid-v4"
        })
class PlausibilityTests {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @Autowired
    private IdGenerators generators;

    private Plausibility plausibility(String generator, Instant now) {
        return new Plausibility(generators.get(generator), Clock.fixed(now, ZoneOffset.UTC));
    }

    private @Nullable String doubt(String generator, String text, Instant now) {
        return plausibility(generator, now).doubt(text, instant(generators.get(generator), text));
    }

    private static <T> @Nullable Instant instant(IdGenerator<T> generator, String text) {
        return generator.decode(generator.parse(text)).instant();
    }

    @ParameterizedTest
    @CsvSource({
        "snowflake, 2124606616204787719",
        "tsid, 0SAD7ZMVGB00J",
        "ulid, 01M82GDR2BK79KZ74B9Z4PKX82",
        "object-id, 6b02c7cf8cba121cb442a78b",
        "invoice, INV-202611-000042",
        "random, 9b2f1c6e-6f0a-4d2e-8a54-0c7d0a3f2b11"
    })
    void idsAreNotDoubted(String generator, String id) {
        assertThat(doubt(generator, id, NOW.plus(Duration.ofHours(12)))).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    snowflake | 8080                | would be from the first days after 2010-11-04T01:42:54Z, when this generator's time begins
                    snowflake | 1795348800123       | would be from the first days after 2010-11-04T01:42:54Z, when this generator's time begins
                    snowflake | 1795348800123456    | would be from the first days after 2010-11-04T01:42:54Z, when this generator's time begins
                    snowflake | 20261122110203      | would be from the first days after 2010-11-04T01:42:54Z, when this generator's time begins
                    snowflake | 20261122110203123   | is a date and time
                    snowflake | 9000000000000000000 | would be from the future
                    week      | 20261122110203      | is a date and time
                    scrambled | 8080                | has few digits
                    wraps     | 1234567890123456789 | looks like any other number
                    item      | 1234567890123456789 | looks like any other number
                    object-id | 000000018cba121cb442a78b | would be from before 2000
                    object-id | ffffffff8cba121cb442a78b | would be from the future
                    """)
    void noiseIsDoubted(String generator, String text, String doubt) {
        assertThat(doubt(generator, text, NOW)).isEqualTo(doubt);
    }

    @Test
    void unixTimeInMicrosecondsIsNotAnIdOfAScrambledGenerator() {
        Plausibility scrambled = plausibility("scrambled", NOW);
        assertThat(scrambled.doubt("1795348800123456", NOW)).isEqualTo("is Unix time in microseconds");
        assertThat(scrambled.doubt("1995348800123456", NOW)).isNull();
    }

    @Test
    void clocksThatAreADayAheadAreBelieved() {
        Plausibility tsid = plausibility("tsid", NOW);
        assertThat(tsid.doubt("0SAD7ZMVGB00J", NOW.plus(Plausibility.AHEAD))).isNull();
        assertThat(tsid.doubt("0SAD7ZMVGB00J", NOW.plus(Plausibility.AHEAD).plusMillis(1)))
                .isEqualTo("would be from the future");
    }
}
