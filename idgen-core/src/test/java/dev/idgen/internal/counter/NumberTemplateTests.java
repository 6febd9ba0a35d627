package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.DecodedId;
import dev.idgen.InvalidIdException;
import dev.idgen.internal.codec.Word128;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneOffset;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTemplateTests {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 21);

    @ParameterizedTest
    @CsvSource({
        "INV-{yyyyMM}-{000000}, INV-202611-000042, 2026-11-01",
        "{000000}/{yyyy-MM-dd}, 000042/2026-11-21, 2026-11-21",
        "{0000}{yyyyMMdd}, 004220261121, 2026-11-21",
        "{yyyy}{00}x, 202642x, 2026-01-01",
        "a.*[b]+(c)\\E{00}$, a.*[b]+(c)\\E42$, ",
        "C{00}, C42, ",
        "yyyy00{00}-{yyyy}, yyyy0042-2026, 2026-01-01",
    })
    void numberAndPeriodAreWrittenAndReadBack(String text, String expected, LocalDate begin) {
        NumberTemplate template = new NumberTemplate(text);
        String id = template.of(DAY.toEpochDay(), 42);
        assertThat(id).isEqualTo(expected);
        assertThat(template.bits(id)).isEqualTo(new Word128(begin == null ? 0 : begin.toEpochDay(), 42));
        assertThat(template.isPeriodic()).isEqualTo(begin != null);
        assertThat(template).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        // India, Japan
        "FY{yy}-{yy+1}/{000}, 04-01, 2027-03-31, FY26-27/042, 2026-04-01, 2026",
        "{yyyy}-{yyyy+1}-{000}, 04-01, 2026-04-01, 2026-2027-042, 2026-04-01, 2026",
        "{yyyy}-{000}, 04-01, 2027-03-31, 2026-042, 2026-04-01, 2026",
        // United Kingdom
        "INV/{yyyy}/{yy+1}/{000}, 04-06, 2027-04-05, INV/2026/27/042, 2026-04-06, 2026",
        "INV/{yyyy}/{yy+1}/{000}, 04-06, 2027-04-06, INV/2027/28/042, 2027-04-06, 2027",
        // Australia, which names a year by its end
        "FY{yyyy+1}-{000}, 07-01, 2026-07-01, FY2027-042, 2026-07-01, 2027",
        "FY{yyyy+1}-{000}, 07-01, 2026-06-30, FY2026-042, 2025-07-01, 2026",
        // an academic year, over the turn of a century
        "{yyyy}/{yy+1}-{000}, 09-01, 2099-12-31, 2099/00-042, 2099-09-01, 2099",
        "{yy}{000}, 01-01, 2026-11-28, 26042, 2026-01-01, 2026",
    })
    void fiscalYearIsWrittenAndReadBack(
            String text, String yearBegins, LocalDate day, String expected, LocalDate begin, String period) {
        NumberTemplate template = fiscal(text, yearBegins);
        assertThat(template.periods().begin(day)).isEqualTo(begin);
        assertThat(template.periods().name(begin)).isEqualTo(period);
        assertThat(template.of(begin.toEpochDay(), 42)).isEqualTo(expected);
        assertThat(template.bits(expected)).isEqualTo(new Word128(begin.toEpochDay(), 42));
        assertThat(template.complete(new DecodedId(null, Map.of()), expected).parts())
                .containsEntry("period", period);
    }

    private static NumberTemplate fiscal(String text, String yearBegins) {
        return new NumberTemplate(text, new PeriodSettings(ZoneOffset.UTC, MonthDay.parse("--" + yearBegins), null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {yyyyMM}-{000} | 04-01 | has no year without a month, such as {yyyy}, for 'year-begins' 04-01
            {000} | 04-01 | has no year without a month, such as {yyyy}, for 'year-begins' 04-01
            {yyyy}/{yy+1}-{000} | 01-01 | has the year in which a fiscal year ends, and needs 'year-begins'
            {yyyy}{yy}{000} | 04-01 | has the placeholder '{yy}'
            {yyyyMM+1}{000} | 04-01 | has the placeholder '{yyyyMM+1}'
            {yyyy}{yy+1}{yyyy+1}{000} | 04-01 | has the placeholder '{yyyy+1}'
            """)
    void mistakeInAFiscalYearIsNamed(String text, String yearBegins, String message) {
        assertThatThrownBy(() -> fiscal(text, yearBegins))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void yearsThatDoNotFollowEachOtherAreRefused() {
        assertThatThrownBy(() -> fiscal("{yyyy}/{yy+1}-{000}", "04-01").parse("2026/28-001"))
                .isInstanceOf(InvalidIdException.class);
    }

    /** Two digits of 1999 and 2099 are the same, and so would be the ids. */
    @ParameterizedTest
    @ValueSource(strings = {"1999-12-31", "2099-01-01", "+10000-01-01"})
    void yearThatItsDigitsDoNotTellIsRefused(LocalDate day) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NumberTemplate("{yy}-{000}").periods().begin(day))
                .withMessageContaining("2000 to 2098");
    }

    @Test
    void greaterNumberIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new NumberTemplate("A{000}").of(0, 12_345));
    }

    @Test
    void greatestNumberIsAllNines() {
        assertThat(new NumberTemplate("{000000}").max()).isEqualTo(999_999);
        assertThat(new NumberTemplate("{000000000000000000}").max()).isEqualTo(999_999_999_999_999_999L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            INV | has no placeholder for the number
            INV-{yyyyMM} | has no placeholder for the number
            {0}{00} | has the placeholder '{00}'
            {yyyy}{yyyyMM}{00} | has the placeholder '{yyyyMM}'
            {MM}{00} | has the placeholder '{MM}'
            {}{00} | has the placeholder '{}'
            {0000000000000000000} | has the placeholder '{0000000000000000000}'
            {{00}} | has a brace outside of a placeholder
            a}{00} | has a brace outside of a placeholder
            {00}{ | has a brace outside of a placeholder
            'a\n}{00}\nb' | has a brace outside of a placeholder
            """)
    void mistakeIsNamed(String text, String message) {
        assertThatThrownBy(() -> new NumberTemplate(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"20261121-042", "20261121-00042", "20261121_0042", " 20261121-0042", "20261121-0042\n", ""})
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> new NumberTemplate("{yyyyMMdd}-{0000}").parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not have the form {yyyyMMdd}-{0000}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"20261321", "20260231", "20261100", "2026-1-1"})
    void dayThatIsNoneIsRefused(String day) {
        assertThatThrownBy(() -> new NumberTemplate("{yyyyMMdd}-{0000}").parse(day + "-0042"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not one of the form {yyyyMMdd}-{0000}");
    }

    @Property
    void textsReadBack(
            @ForAll @AlphaChars @Chars({'.', '\\', '-', '$', '(', '0', '9'}) @StringLength(max = 6) String before,
            @ForAll @AlphaChars @Chars({'.', '\\', '-', '$', '(', '0', '9'}) @StringLength(max = 6) String after,
            @ForAll @IntRange(min = 1, max = 18) int digits,
            @ForAll @LongRange(min = 0, max = 999_999_999_999_999_999L) long any,
            @ForAll @LongRange(min = 0, max = 50_000) long epochDay,
            @ForAll boolean dateFirst) {
        String zeros = "{" + "0".repeat(digits) + "}";
        NumberTemplate template =
                new NumberTemplate(before + (dateFirst ? "{yyyyMMdd}" + zeros : zeros + "{yyyyMMdd}") + after);
        long number = any % (template.max() + 1);
        String id = template.of(epochDay, number);
        assertThat(id).hasSize(before.length() + 8 + digits + after.length());
        assertThat(template.bits(id)).isEqualTo(new Word128(epochDay, number));
    }
}
