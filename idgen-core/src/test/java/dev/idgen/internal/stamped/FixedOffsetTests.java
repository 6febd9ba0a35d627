package dev.idgen.internal.stamped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.string.StringIdFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedOffsetTests {

    private static final Instant NOW = Instant.parse("2026-01-15T10:00:00Z");

    @ParameterizedTest
    @CsvSource({"UTC, Z", "Z, Z", "Etc/UTC, Z", "GMT, Z", "+08:00, +08:00", "-09:30, -09:30", "UTC+5, +05:00"})
    void fixedOffsetOfFixedZoneIsItsOffset(ZoneId zone, ZoneOffset offset) {
        assertThat(StringIdFormat.fixedOffset(zone, NOW)).isEqualTo(offset);
    }

    @ParameterizedTest
    @CsvSource({"Asia/Shanghai, +08:00", "Asia/Kolkata, +05:30", "Asia/Tokyo, +09:00"})
    void fixedOffsetOfZoneWithPastTransitionsOnlyIsItsLastOffset(ZoneId zone, ZoneOffset offset) {
        assertThat(zone.getRules().getTransitions()).isNotEmpty();

        assertThat(StringIdFormat.fixedOffset(zone, NOW)).isEqualTo(offset);
    }

    @Test
    void fixedOffsetOfZoneBeforeItsLastTransitionIsRefused() {
        Instant before = Instant.parse("1991-09-01T00:00:00Z");

        assertThat(refusal(ZoneId.of("Asia/Shanghai"), before))
                .hasMessage("'idgen.string.zone' is Asia/Shanghai, whose offset changes from +09:00 to +08:00 on"
                        + " 1991-09-15T02:00");
    }

    @Test
    void fixedOffsetOfZoneWithSummerTimeNamesNextChangeAndStandardOffset() {
        InvalidSettingException refusal = refusal(ZoneId.of("Europe/Berlin"), NOW);

        assertThat(refusal.property()).isEqualTo("idgen.string.zone");
        assertThat(refusal)
                .hasMessage("'idgen.string.zone' is Europe/Berlin, whose offset changes from +01:00 to +02:00 on"
                        + " 2026-03-29T02:00");
        assertThat(refusal.action()).isEqualTo("Set 'idgen.string.zone' to a fixed offset, for example 'UTC+01:00'.");
    }

    @Test
    void fixedOffsetInSummerNamesStandardOffsetToo() {
        InvalidSettingException refusal = refusal(ZoneId.of("Europe/Berlin"), Instant.parse("2026-07-01T00:00:00Z"));

        assertThat(refusal).hasMessageContaining("from +02:00 to +01:00 on 2026-10-25T03:00");
        assertThat(refusal.action()).contains("'UTC+01:00'");
    }

    /** Its changes follow no rule but are listed one by one, for decades ahead. */
    @Test
    void fixedOffsetOfZoneWithListedChangesIsRefused() {
        ZoneId casablanca = ZoneId.of("Africa/Casablanca");

        InvalidSettingException refusal = refusal(casablanca, NOW);

        assertThat(refusal)
                .hasMessageStartingWith("'idgen.string.zone' is Africa/Casablanca, whose offset changes from ");
        assertThat(refusal.action()).contains("for example 'UTC'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"America/New_York", "Australia/Lord_Howe", "Europe/London", "CET"})
    void fixedOffsetThatRefusalNamesIsAccepted(ZoneId zone) {
        String action = refusal(zone, NOW).action();
        String named = action.replaceFirst(".*for example '([^']+)'.*", "$1");

        assertThat(StringIdFormat.fixedOffset(ZoneId.of(named), NOW))
                .isEqualTo(zone.getRules().getStandardOffset(NOW));
    }

    private static InvalidSettingException refusal(ZoneId zone, Instant now) {
        return catchThrowableOfType(InvalidSettingException.class, () -> StringIdFormat.fixedOffset(zone, now));
    }
}
