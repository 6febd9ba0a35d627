package dev.idgen.internal.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.Extent;
import dev.idgen.IdCodec;
import dev.idgen.IdGenerator;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.PublicText;
import dev.idgen.TextForm;
import dev.idgen.internal.counter.NumberTemplate;
import dev.idgen.standalone.Generators;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class PublicTextTests {

    /** As many texts of each kind. */
    private static final int TEXTS = Extent.of(2000, 20_000);

    private static final PublicText ORDER = PublicText.of("ord_").withCheck();
    private static final String MASK = "a key of a mask that is long";
    private static final String NEW_MASK = "a key that came later than it";

    private final IdCodec<Long> keys = new Codec<>(new ExistingNumbers("customer", Long.MAX_VALUE), IdType.LONG);

    /** A generator, how its ids are shown, and where further ids come from. */
    private record Shown<T>(IdCodec<T> generator, Supplier<T> ids) {

        static <T> Shown<T> of(IdGenerator<T> plain, PublicText text) {
            return new Shown<>(plain.withText(text), plain::next);
        }

        String text() {
            return generator.format(ids.get());
        }

        @Override
        public String toString() {
            return text();
        }
    }

    private static Shown<Long> numbers(PublicText text) {
        IdCodec<Long> plain = new Codec<>(new ExistingNumbers("number", Long.MAX_VALUE), IdType.LONG);
        return new Shown<>(
                plain.withText(text), () -> RandomGenerator.getDefault().nextLong(1, Long.MAX_VALUE));
    }

    private static Shown<String> template() {
        PublicIdType<String> form =
                new PublicIdType<>(new NumberTemplate("INV7-{yyyyMM}-{000000}"), ORDER, 63, "template");
        return new Shown<>(
                new Codec<>(new ExistingNumbers("template", Long.MAX_VALUE), form),
                () -> form.of(
                        RandomGenerator.getDefault().nextInt(20_000),
                        RandomGenerator.getDefault().nextInt(1, 1_000_000)));
    }

    static final List<Shown<?>> CHECKED = List.of(
            numbers(ORDER),
            numbers(ORDER.withGroups(4)),
            numbers(PublicText.of("").withCheck().withGroups(3)),
            numbers(ORDER.withForm(TextForm.CROCKFORD).withMask(NEW_MASK, MASK).withGroups(4)),
            numbers(ORDER.withForm(TextForm.BASE62).withMask(MASK, NEW_MASK).withGroups(3)),
            numbers(ORDER.withForm(TextForm.HEX)),
            numbers(ORDER.withForm(TextForm.BASE62)),
            numbers(ORDER.withForm(TextForm.CROCKFORD)),
            numbers(ORDER.withForm(TextForm.CROCKFORD).withMask(MASK).withGroups(4)),
            Shown.of(Generators.tsid().node(1).build(), ORDER),
            Shown.of(Generators.tsid().node(1).build().text(TextForm.BASE62), ORDER),
            Shown.of(Generators.ulid(), ORDER.withGroups(5)),
            Shown.of(Generators.objectId(), ORDER),
            Shown.of(Generators.flake(), ORDER),
            Shown.of(Generators.uuidV4(), ORDER),
            Shown.of(Generators.uuidV7(), ORDER.withForm(TextForm.CROCKFORD)),
            Shown.of(Generators.uuidV7(), ORDER.withMask(MASK)),
            Shown.of(Generators.uuidV7(), ORDER.withMask(NEW_MASK, MASK)),
            Shown.of(Generators.uuidV7(), ORDER.withForm(TextForm.BASE62).withMask(MASK)),
            Shown.of(Generators.ulid(), ORDER.withMask(MASK)),
            Shown.of(Generators.objectId(), ORDER.withMask(MASK)),
            template());

    @ParameterizedTest
    @FieldSource("CHECKED")
    <T> void textIsReadAsTheIdItIsWrittenFrom(Shown<T> shown) {
        Stream.generate(shown.ids()).limit(TEXTS).forEach(id -> {
            String text = shown.generator().format(id);
            assertThat(text).matches("(ord_)?[0-9A-Za-z*~$=_-]+");
            assertThat(shown.generator().parse(text)).isEqualTo(id);
            // CheckSymbolTests proves that every wrong character is found: here, each kind of text has a check.
            String wrong = text.substring(0, text.length() - 1) + (text.endsWith("7") ? '8' : '7');
            assertThatExceptionOfType(InvalidIdException.class)
                    .isThrownBy(() -> shown.generator().parse(wrong));
        });
    }

    @ParameterizedTest
    @FieldSource("CHECKED")
    <T> void eachWrongCharacterOfAKeyboardIsRefusedOrMeansTheSame(Shown<T> shown) {
        Stream.generate(shown.ids()).limit(Extent.of(4, 40)).forEach(id -> {
            String written = shown.generator().format(id);
            List<String> texts = Stream.of(written, written.toLowerCase(Locale.ROOT), written.replace("-", ""))
                    .filter(text -> id.equals(readOrNull(shown.generator(), text)))
                    .toList();
            for (String text : texts) {
                for (int at = 0; at < text.length(); at++) {
                    for (char typed = ' '; typed <= '~'; typed++) {
                        String wrong = text.substring(0, at) + typed + text.substring(at + 1);
                        assertThat(readOrNull(shown.generator(), wrong))
                                .as("%s, typed %s", text, wrong)
                                .isIn(id, null);
                    }
                }
            }
        });
    }

    private static <T> T readOrNull(IdCodec<T> generator, String text) {
        try {
            return generator.parse(text);
        } catch (InvalidIdException e) {
            return null;
        }
    }

    @Test
    void hyphensAreBetweenGroupsAndMayBeMissingIfAllTextsAreOfOneLength() {
        PublicText text = PublicText.of("c-").withGroups(4);
        IdCodec<Long> crockford = keys.withText(text.withCheck().withForm(TextForm.CROCKFORD));
        IdCodec<Long> decimal = keys.withText(text.withCheck());
        assertThat(decimal.format(1_000_001L)).isEqualTo("c-1000-0012");
        assertThat(decimal.parse("c-1000-0012")).isEqualTo(1_000_001);
        assertThat(crockford.parse("c-000000000016JD")).isEqualTo(1234);
        assertThat(crockford.parse("c-000000000016-JD")).isEqualTo(1234);
        assertThat(keys.withText(text).parse("c-1000001")).isEqualTo(1_000_001);
        for (String wrong : List.of("c-10000012", "c-100000-12", "c-1000--0012", "c-1000-0012-", "c--1000-0012")) {
            refused(() -> decimal.parse(wrong), "the hyphens of '" + wrong + "' are not between groups of 4");
        }
        refused(() -> crockford.parse("c-000-00000-0016JD"), "are not between groups of 4 characters");
    }

    @Test
    void textsOfEachForm() {
        PublicText text = PublicText.of("c-").withCheck();
        assertThat(keys.withText(text).format(572L)).isEqualTo("c-5724");
        assertThat(keys.withText(text.withForm(TextForm.CROCKFORD)).format(1234L))
                .isEqualTo("c-000000000016JD");
        assertThat(keys.withText(text.withForm(TextForm.CROCKFORD).withGroups(4))
                        .format(1234L))
                .isEqualTo("c-0000-0000-0016-JD");
        assertThat(Generators.uuidV4().withText(PublicText.of("u_")).parse("u_9f4c1c4e-8a0b-4c3d-9e2f-000000000001"))
                .isEqualTo(UUID.fromString("9f4c1c4e-8a0b-4c3d-9e2f-000000000001"));
    }

    @Test
    void caseHyphensAndCharactersThatLookAlikeDoNotMatterInCrockfordsForm() {
        IdCodec<Long> shown = keys.withText(ORDER.withForm(TextForm.CROCKFORD).withGroups(4));
        assertThat(List.of(
                        "ord_0000-0000-0016-JD", "ord_000000000016JD", "ORD_oooo-oooo-ooi6-jd", "ord_00000000-00l6jd"))
                .allSatisfy(text -> assertThat(shown.parse(text)).isEqualTo(1234));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            ord_000000000061JD,  `a character is wrong, or two are swapped`
            ord_000000000016JE,  `a character is wrong, or two are swapped`
            ord_00000000001,     `'ord_00000000001' has 15 characters, not 18`
            000000000016JD,      does not begin with 'ord_'
            or,                  does not begin with 'ord_'
            ord_,                `'ord_' has 4 characters, not 18`
            ord_D,               `'ord_D' has 5 characters, not 18`
            ord_00000000001!JD,  `in 'ord_00000000001!JD': '00000000001!J' is not a Crockford base 32 number`
            ord_zzzzzzzzzzzzzz,  is greater than
            """)
    void messageSaysWhatIsWrong(String text, String message) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(
                        () -> keys.withText(ORDER.withForm(TextForm.CROCKFORD)).parse(text))
                .withMessageContaining(message);
    }

    @Test
    void hyphensOfALongTextAreRefusedAtOnce() {
        String hostile = "ord_" + "-".repeat(1_000_000) + "000000000061JD";
        assertThatThrownBy(
                        () -> keys.withText(ORDER.withForm(TextForm.CROCKFORD).withGroups(2))
                                .parse(hostile))
                .hasMessageContaining("are not between groups of 2 characters");
    }

    @Test
    void formatOfANumberOutsideTheRangeIsRefused() {
        IdCodec<Long> keys = new Codec<>(new ExistingNumbers("number", 99), IdType.LONG);
        for (IdCodec<Long> shown :
                List.of(keys, keys.withText(PublicText.of("sk_").withMask(MASK)))) {
            assertThat(shown.format(0L)).as("no id, in a primitive field").isNotEmpty();
            for (long number : new long[] {-5, 100}) {
                assertThatThrownBy(() -> shown.format(number))
                        .isInstanceOf(InvalidIdException.class)
                        .hasMessageEndingWith("'" + number + "' is not an id of type existing: ids are 1 to 99");
            }
        }
    }

    /** The letters outside ASCII that Java takes for an s and a k if case does not count. */
    @Test
    void parseWithoutRegardToCaseReadsAsciiOnly() {
        IdCodec<Long> keys = new Codec<>(new ExistingNumbers("number", 99), IdType.LONG).withText(PublicText.of("sk_"));
        assertThat(keys.parse("SK_7")).isEqualTo(7);
        refused(() -> keys.parse("\u017f\u212a_7"), "does not begin with 'sk_'");
    }

    @Test
    void maskIsOneToOneAndHidesTheOrder() {
        IdCodec<Long> shown = new Codec<>(new ExistingNumbers("customer", 0xFFFF), IdType.LONG)
                .withText(PublicText.of("").withForm(TextForm.HEX).withMask(MASK));
        List<String> texts =
                LongStream.rangeClosed(1, 0xFFFF).mapToObj(shown::format).toList();
        assertThat(texts).doesNotHaveDuplicates().allMatch(text -> text.length() == 4);
        assertThat(LongStream.range(1, 0xFFFF)
                        .filter(n -> texts.get((int) n).compareTo(texts.get((int) n - 1)) > 0)
                        .count())
                .isBetween(30_000L, 35_000L);
        assertThat(LongStream.rangeClosed(1, 0xFFFF))
                .allSatisfy(id -> assertThat(shown.parse(shown.format(id))).isEqualTo(id));
        assertThat(keys.withText(ORDER.withMask(MASK)).format(1L))
                .isNotEqualTo(
                        keys.withText(ORDER.withMask("another secret key")).format(1L));
        assertThat(ORDER.withMask(MASK).toString()).doesNotContain(MASK);
    }

    @Test
    void textOfAnOlderKeyIsReadWithThatKey() {
        PublicText text = ORDER.withForm(TextForm.CROCKFORD).withMask(MASK);
        List<IdCodec<Long>> shown = Stream.of(
                        text, text.withMask(NEW_MASK, MASK), text.withMask("the third key of all", NEW_MASK, MASK))
                .<IdCodec<Long>>map(keys::withText)
                .toList();
        List<String> texts = shown.stream().map(ids -> ids.format(1234L)).toList();
        assertThat(texts).containsExactly("ord_4C83Q0HXP69KED", "ord_21ZGPYH5BWPTKQT", "ord_3743TN6QE2V2CB0");
        assertThat(texts).allSatisfy(old -> assertThat(shown.get(2).parse(old)).isEqualTo(1234));
        refused(() -> shown.get(1).parse(texts.get(2)), "the number '3' of a key that is not in the mask");
        refused(() -> shown.get(0).parse(texts.get(1)), "has 19 characters, not 18");
        refused(() -> shown.get(1).parse(texts.get(0).replace("_", "_2")), "check symbol");
        refused(() -> shown.get(1).parse(texts.get(1).replace("_2", "_")), "check symbol");
    }

    @Test
    void idsThemselvesAreAsBefore() {
        LongIdGenerator plain = Generators.tsid().node(1).build();
        LongIdGenerator shown = plain.withText(ORDER.withMask(MASK));
        long id = shown.nextLong();
        assertThat(shown.decode(id)).isEqualTo(plain.decode(id));
        assertThat(shown.text(TextForm.HEX).next()).hasSize(16).matches("[0-9a-f]+");
        assertThat(shown.text(TextForm.HEX).format("%016x".formatted(id)))
                .startsWith("ord_")
                .hasSize(21);
        IdGenerator<String> ulid = Generators.ulid().withText(PublicText.of("ord_"));
        String text = ulid.next();
        assertThat(text).hasSize(26);
        assertThat(ulid.format(text)).isEqualTo("ord_" + text);
        assertThat(ulid.parse("ORD_" + text.toLowerCase(Locale.ROOT))).isEqualTo(text);
    }

    @Test
    void partsOutOfRangeAreRefused() {
        refused(() -> PublicText.of("1st"), "a prefix is a letter and up to 31 characters [0-9A-Za-z_-], not '1st'");
        refused(() -> PublicText.of("a".repeat(33)), "a prefix is a letter");
        refused(() -> PublicText.of(null), "a prefix is a letter");
        refused(() -> ORDER.withGroups(33), "a group has 2 to 32 characters");
        refused(() -> ORDER.withMask("fifteen letters"), "the key of a mask has 16 or more characters, not 15");
        refused(() -> ORDER.withMask("a".repeat(16)), "the key of a mask has 8 or more different characters, not 1");
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        refused(() -> Generators.uuidV4().withText(ORDER.withGroups(4)), "UUIDs with a 'form'");
        refused(() -> Generators.uuidV4().withText(ORDER.withForm(TextForm.DECIMAL)), "up to 64 bits, not of 128");
        refused(() -> Generators.flake().withText(ORDER.withMask(MASK)), "a mask is for numbers of up to 64 bits");
        refused(
                () -> new PublicIdType<>(new NumberTemplate("{000}"), ORDER.withForm(TextForm.HEX), 63, "template"),
                "a template has the decimal digits");
        refused(
                () -> new PublicIdType<>(new NumberTemplate("{key}-{000}"), ORDER, 63, "template"),
                "the letters of a template's {key}");
        refused(() -> keys.withText(PublicText.of("").withForm(TextForm.TYPEID)), "for ids of 128 bits, not of 63");
        refused(() -> keys.withText(null), "'style' is null");
        refused(() -> ORDER.withMask(MASK, MASK), "up to 9 keys, all of them different");
        String room = "a text that shows the number of one of several keys";
        refused(() -> keys.withText(ORDER.withMask(NEW_MASK, MASK)), room);
        for (PublicText text : List.of(PublicText.of(""), PublicText.of("u_").withForm(TextForm.TYPEID))) {
            refused(() -> Generators.uuidV7().withText(text.withMask(NEW_MASK, MASK)), room);
        }
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message);
    }

    @Test
    void existingIdsAreWrittenAndReadOnly() {
        assertThatThrownBy(() -> keys.parse("0")).hasMessageContaining("ids are 1 to 9223372036854775807");
        assertThat(keys.parse("17")).isEqualTo(17);
    }
}
