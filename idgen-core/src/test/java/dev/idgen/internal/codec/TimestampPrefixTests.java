package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampPrefixTests {

    private static final LocalDateTime FIRST = LocalDateTime.parse("2000-01-01T00:00:00.000");
    private static final LocalDateTime LAST = LocalDateTime.parse("2099-12-31T23:59:59.999");

    @Property
    void writeDoesWhatDateTimeFormatterDoesAndParseReadsIt(
            @ForAll("offsets") ZoneOffset offset, @ForAll("locals") LocalDateTime local) {
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern("yyMMddHHmmssSSS", Locale.ROOT);
        TimestampPrefix prefix = new TimestampPrefix(offset);
        long millis = millis(local, offset);

        assertThat(written(prefix, millis)).isEqualTo(formatter.format(local));
        assertThat(prefix.parse(written(prefix, millis) + "ORDR12345678")).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Z", "+08:00", "-18:00", "+18:00"})
    void yearsOfTwoDigitsAreToldByLocalTime(ZoneOffset offset) {
        TimestampPrefix prefix = new TimestampPrefix(offset);
        long first = millis(FIRST, offset);
        long last = millis(LAST, offset);

        assertThat(written(prefix, first)).isEqualTo("000101000000000");
        assertThat(written(prefix, last)).isEqualTo("991231235959999");
        for (long millis : new long[] {first - 1, last + 1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertRefused(prefix, millis);
        }
    }

    @Test
    void messageOfRefusedTimeNamesYearsAndTime() {
        TimestampPrefix prefix = new TimestampPrefix(ZoneOffset.ofHours(8));

        assertThatExceptionOfType(DateTimeException.class)
                .isThrownBy(() ->
                        written(prefix, Instant.parse("2100-01-01T00:00:00Z").toEpochMilli()))
                .withMessage("two digits hold the years 2000 to 2099, but it is 2100-01-01T08:00 at offset +08:00");
    }

    @Property
    void writeMillisChangesLastThreeDigitsOnly(@ForAll @IntRange(min = 0, max = 999) int millis) {
        TimestampPrefix prefix = new TimestampPrefix(ZoneOffset.UTC);
        Instant second = Instant.parse("2021-08-21T12:34:56Z");
        byte[] text = bytes(prefix, second.toEpochMilli());

        prefix.writeMillis(millis, text);

        assertThat(text).isEqualTo(bytes(prefix, second.toEpochMilli() + millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "211321123456789", // month 13
                "210021123456789", // month 0
                "210431123456789", // 31 April
                "230229123456789", // 29 February of a common year
                "210821243456789", // hour 24
                "210821126056789", // minute 60
                "210821123460789", // second 60
                "2108211234567x9",
                "x10821123456789",
                "21082112-456789",
                "\u0662\u06610821123456789"
            })
    void parseRefusesWhatIsNoTime(String text) {
        TimestampPrefix prefix = new TimestampPrefix(ZoneOffset.UTC);

        assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> prefix.parse(text));
    }

    @Provide
    Arbitrary<ZoneOffset> offsets() {
        return Arbitraries.integers()
                .between(ZoneOffset.MIN.getTotalSeconds(), ZoneOffset.MAX.getTotalSeconds())
                .map(ZoneOffset::ofTotalSeconds);
    }

    @Provide
    Arbitrary<LocalDateTime> locals() {
        return Arbitraries.longs()
                .between(millis(FIRST, ZoneOffset.UTC), millis(LAST, ZoneOffset.UTC))
                .map(millis -> LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC));
    }

    private static long millis(LocalDateTime local, ZoneOffset offset) {
        return local.toInstant(offset).toEpochMilli();
    }

    private static void assertRefused(TimestampPrefix prefix, long millis) {
        assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> written(prefix, millis));
    }

    private static String written(TimestampPrefix prefix, long millis) {
        return new String(bytes(prefix, millis), StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(TimestampPrefix prefix, long millis) {
        byte[] target = new byte[TimestampPrefix.LENGTH];
        prefix.write(millis, target);
        return target;
    }
}
