package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.IdCodec;
import dev.idgen.InvalidIdException;
import dev.idgen.PublicText;
import dev.idgen.TextForm;
import dev.idgen.standalone.Generators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Keeps the ids that the site's tests give to the JavaScript of {@code docs/public-ids.md}: right ones of each form, and
 * each with one wrong character or two neighbours swapped. {@code -Didgen.docs.write=true} writes the file anew.
 */
class PublicIdsInBrowsersTests {

    private static final Path FILE = Repository.ROOT.resolve("site/test/public-ids.tsv");
    private static final int OF_EACH_FORM = 200;
    private static final long SEED = 20_260_102;

    private final Random random = new Random(SEED);

    @Test
    void fileHasIdsOfEachFormAndMistypedOnes() throws IOException {
        List<String> lines = new ArrayList<>();
        for (TextForm form : List.of(TextForm.DECIMAL, TextForm.HEX, TextForm.BASE62, TextForm.CROCKFORD)) {
            IdCodec<Long> codec =
                    Generators.tsid().node(1).build().withText(new PublicText("ord_", form, 4, true, List.of()));
            lines.addAll(ids(codec, () -> random.nextLong() >>> 1, form.name().toLowerCase(Locale.ROOT), 4));
        }
        IdCodec<UUID> uuids = Generators.uuidV4().withText(PublicText.of("ord_").withCheck());
        lines.addAll(ids(uuids, this::uuid, "uuid", 0));
        assertThat(lines).hasSize(2 * 5 * OF_EACH_FORM);
        if (Boolean.getBoolean("idgen.docs.write")) {
            Files.write(FILE, lines);
        }
        assertThat(Files.readAllLines(FILE)).isEqualTo(lines);
    }

    private UUID uuid() {
        return new UUID((random.nextLong() & ~0xF000L) | 0x4000L, (random.nextLong() >>> 2) | (1L << 63));
    }

    private <T> List<String> ids(IdCodec<T> codec, Supplier<T> next, String form, int group) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < OF_EACH_FORM; i++) {
            String text = codec.format(next.get());
            String wrong = mistyped(text);
            assertThatCode(() -> codec.parse(text)).doesNotThrowAnyException();
            assertThatExceptionOfType(InvalidIdException.class).as(wrong).isThrownBy(() -> codec.parse(wrong));
            lines.add(String.join("\t", "right", form, "ord_", "" + group, text));
            lines.add(String.join("\t", "wrong", form, "ord_", "" + group, wrong));
        }
        return lines;
    }

    /** Another character of the text itself in one place, or two neighbours swapped. */
    private String mistyped(String text) {
        while (true) {
            int place = random.nextInt(text.length() - 1);
            char[] wrong = text.toCharArray();
            wrong[place] = random.nextBoolean() ? text.charAt(place + 1) : text.charAt(random.nextInt(text.length()));
            if (random.nextBoolean() && wrong[place] == text.charAt(place + 1)) {
                wrong[place + 1] = text.charAt(place);
            }
            String result = new String(wrong);
            if (!result.equalsIgnoreCase(text)) {
                return result;
            }
        }
    }
}
