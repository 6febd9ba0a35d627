package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.string.StringIdFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixedOffsetTests {

    private static final Instant NOW = Instant.parse("2026-01-15T10:00:00Z");

    /** The last zones had other offsets earlier. */
    @ParameterizedTest
    @CsvSource({"UTC, Z", "GMT, Z", "-09:30, -09:30", "UTC+5, +05:00", "Asia/Shanghai, +08:00", "Asia/Kolkata, +05:30"})
    void fixedOffsetOfAZoneWithoutFutureChangesIsItsOffset(ZoneId zone, ZoneOffset offset) {
        assertThat(StringIdFormat.fixedOffset(zone, NOW)).isEqualTo(offset);
    }

    /** The changes of Casablanca follow no rule but are listed one by one, for decades ahead. */
    @ParameterizedTest
    @CsvSource({
        "Asia/Shanghai, 1991-09-01T00:00:00Z, from +09:00 to +08:00 on 1991-09-15T02:00",
        "Europe/Berlin, 2026-01-15T10:00:00Z, from +01:00 to +02:00 on 2026-03-29T02:00",
        "Europe/Berlin, 2026-07-01T00:00:00Z, from +02:00 to +01:00 on 2026-10-25T03:00",
        "Africa/Casablanca, 2026-01-15T10:00:00Z, from ",
        "America/New_York, 2026-01-15T10:00:00Z, from -05:00 to ",
        "Australia/Lord_Howe, 2026-01-15T10:00:00Z, from +11:00 to ",
        "Europe/London, 2026-01-15T10:00:00Z, from Z to "
    })
    void fixedOffsetOfAZoneThatChangesIsRefusedAndItsStandardOffsetAdvised(ZoneId zone, Instant now, String change) {
        InvalidSettingException refusal =
                catchThrowableOfType(InvalidSettingException.class, () -> StringIdFormat.fixedOffset(zone, now));
        assertThat(refusal.property()).isEqualTo("idgen.string.zone");
        assertThat(refusal)
                .hasMessageStartingWith("'idgen.string.zone' is " + zone + ", whose offset changes " + change);
        String advised = refusal.action()
                .replaceFirst("^Set 'idgen.string.zone' to a fixed offset, for example '([^']+)'\\.$", "$1");
        assertThat(StringIdFormat.fixedOffset(ZoneId.of(advised), now))
                .isEqualTo(zone.getRules().getStandardOffset(now));
    }
}
