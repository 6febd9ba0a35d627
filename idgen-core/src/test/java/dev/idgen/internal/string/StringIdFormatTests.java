package dev.idgen.internal.string;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.DecodedId;
import dev.idgen.IdRange;
import dev.idgen.InvalidBusinessCodeException;
import dev.idgen.InvalidIdException;
import dev.idgen.internal.string.sequence.BucketLayout;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StringIdFormatTests {

    private static final Instant STAMP = Instant.parse("2021-08-21T12:34:56.789Z");
    private static final String TIME = "210821123456789";
    private static final int MAX_NUMBER = (1 << 26) - 1;

    private final StringIdFormat plain = format(ZoneOffset.UTC, null);
    private final StringIdFormat scrambled = format(ZoneOffset.UTC, "default");

    // Round trips

    @Test
    void plainDigitsAreBucketAndNumber() {
        int number = BucketLayout.STANDARD.compose(200, 54_321);

        String id = id(plain, STAMP, "ORDR", number);

        assertThat(id).isEqualTo(TIME + "ORDR" + "52483121");
        assertThat(Integer.parseInt(id.substring(19))).isEqualTo(200 << 18 | 54_321);
        assertThat(plain.decode(id)).isEqualTo(decoded("ORDR", 200, 54_321));
    }

    @Property
    void decodeReturnsWhatWasWritten(
            @ForAll("formats") StringIdFormat format,
            @ForAll("instants") Instant instant,
            @ForAll("businessCodes") String business,
            @ForAll @IntRange(min = 0, max = MAX_NUMBER) int number) {
        String id = id(format, instant, business, number);

        DecodedId decoded = format.decode(id);

        assertThat(decoded.instant()).isEqualTo(instant);
        assertThat(decoded.text("business")).isEqualTo(business);
        assertThat(compose(decoded)).isEqualTo(number);
    }

    // Malformed ids

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                           | an id has 23 to 27 characters, not 0
                    2108211234567891234567       | an id has 23 to 27 characters, not 22
                    210821123456789ORDRS12345678 | an id has 23 to 27 characters, not 28
                    210821123456789OR-R12345678  | the characters between its time and its last 8 are not a business code [0-9A-Za-z]
                    210821123456789{12345678     | the characters between its time and its last 8 are not a business code [0-9A-Za-z]
                    210821123456789ORDR1234567x  | its last 8 characters are not a number below 67108864
                    210821123456789ORDR67108864  | its last 8 characters are not a number below 67108864
                    210821123456789ORDR99999999  | its last 8 characters are not a number below 67108864
                    21082112345678xORDR12345678  | its first 15 characters are not a time yyMMddHHmmssSSS ('78x' are not digits)
                    """)
    void decodeOfMalformedIdSaysWhatIsWrong(String id, String problem) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> plain.decode(id))
                .withMessage("'" + id + "' is not an id: " + problem);
    }

    // Business codes

    @ParameterizedTest
    @ValueSource(
            strings = {"ORDRS", "OR-R", "OR R", " ", "\u00e4", "\u0661", "\uff21", "/", ":", "@", "[", "`", "{", "a\n"})
    void businessCodeOfAnythingElseIsRefused(String business) {
        assertThatExceptionOfType(InvalidBusinessCodeException.class)
                .isThrownBy(() -> StringIdWriter.checkBusiness(business))
                .withMessage(
                        "business code '" + business.replace('\n', '?') + "' is not 0 to 4 characters [0-9A-Za-z]");
    }

    // Ranges

    @ParameterizedTest
    @CsvSource({
        "0, 0, 60000000000, 210821123456789, 210821123556789",
        "8, 0, 60000000000, 210821203456789, 210821203556789",
        "0, 1, 1000001,     210821123456790, 210821123456791",
        "0, 0, 0,           210821123456789, 210821123456789"
    })
    void rangeIsTheTimesAtTheOffsetRoundedUp(int hours, long fromNanos, long toNanos, String from, String to) {
        assertThat(format(ZoneOffset.ofHours(hours), null).range(STAMP.plusNanos(fromNanos), STAMP.plusNanos(toNanos)))
                .isEqualTo(new IdRange<>(from, to));
    }

    @Test
    void rangeThatEndsBeforeItsStartIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.range(STAMP, STAMP.minusNanos(1)))
                .withMessage("range ends at 2021-08-21T12:34:56.788999999Z, before its start 2021-08-21T12:34:56.789Z");
    }

    @ParameterizedTest
    @CsvSource({
        "1999-12-31T23:59:59.999Z, 2021-01-01T00:00:00Z, 1999-12-31T23:59:59.999Z",
        "2021-01-01T00:00:00Z, 2100-01-01T00:00:00Z, 2100-01-01T00:00:00Z",
        "2099-12-31T23:59:59.999000001Z, 2099-12-31T23:59:59.999000001Z, 2099-12-31T23:59:59.999000001Z",
        "2021-01-01T00:00:00Z, +1000000000-12-31T23:59:59.999999999Z, +1000000000-12-31T23:59:59.999999999Z",
        "-1000000000-01-01T00:00:00Z, 2021-01-01T00:00:00Z, -1000000000-01-01T00:00:00Z"
    })
    void rangeOutsideYearsOfTwoDigitsIsRefused(Instant from, Instant to, String culprit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.range(from, to))
                .withMessageStartingWith(culprit + " is out of range: ");
    }

    // Terms

    @Test
    void termsNameZoneAndScrambleAndHideTheKey() {
        Map<String, String> one = format(ZoneOffset.UTC, "secret-one").terms().values();
        Map<String, String> other = format(ZoneOffset.UTC, "secret-two").terms().values();

        assertThat(format(ZoneOffset.ofHours(8), null).terms().values())
                .isEqualTo(Map.of("zone", "+08:00", "scramble", "off"));
        assertThat(one.get("scramble")).isNotEqualTo(other.get("scramble")).doesNotContain("secret");
        assertThat(format(ZoneOffset.UTC, "secret-one").terms().values()).isEqualTo(one);
    }

    @Provide
    Arbitrary<StringIdFormat> formats() {
        return Arbitraries.of(
                plain, scrambled, format(ZoneOffset.ofHours(8), "shop-1"), format(ZoneOffset.ofHours(-12), null));
    }

    /** Whole milliseconds of the years 2000 to 2099, half a day at both ends left out for the offsets. */
    @Provide
    Arbitrary<Instant> instants() {
        return Arbitraries.longs()
                .between(
                        millis(LocalDateTime.parse("2000-01-01T12:00:00")),
                        millis(LocalDateTime.parse("2099-12-31T11:59:59.999")))
                .map(Instant::ofEpochMilli);
    }

    @Provide
    Arbitrary<String> businessCodes() {
        return Arbitraries.strings()
                .withCharRange('0', '9')
                .withCharRange('A', 'Z')
                .withCharRange('a', 'z')
                .ofMaxLength(4);
    }

    private static StringIdFormat format(ZoneOffset offset, String scrambleKey) {
        return new StringIdFormat(offset, BucketLayout.STANDARD, scrambleKey);
    }

    private static String id(StringIdFormat format, Instant stamp, String business, int number) {
        return format.newWriter().write(stamp.toEpochMilli(), business, number);
    }

    private static long millis(LocalDateTime local) {
        return local.toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    private static DecodedId decoded(String business, long bucket, long number) {
        return DecodedId.of(STAMP, List.of("business", "bucket", "number"), business, bucket, number);
    }

    private static int compose(DecodedId id) {
        return BucketLayout.STANDARD.compose((int) id.number("bucket"), (int) id.number("number"));
    }
}
