package dev.idgen.internal.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.codec.HostileTexts;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Whatever stands in the store, it is read and written back as it was, or is no stored value. */
class HostileRegisterTextTests {

    private static final int TEXTS_PER_TRY = 20;
    private static long inputs;

    @AfterAll
    static void report() {
        HostileTexts.report(HostileRegisterTextTests.class, inputs);
    }

    @Test
    void textIsReadOrRefused() {
        HostileTexts.forEachSeed(random -> {
            for (int i = 0; i < TEXTS_PER_TRY; i++) {
                isReadOrRefused(HostileTexts.next(random, HostileRegisterTextTests::valid));
            }
        });
    }

    private static String valid(RandomGenerator random) {
        return "run=4f epoch=" + random.nextInt(9) + " ends=1," + random.nextLong() + ",3";
    }

    private static void isReadOrRefused(String text) {
        inputs++;
        RegisterText read;
        try {
            read = RegisterText.parse(text);
        } catch (IllegalArgumentException e) {
            return;
        }
        assertThat(read).hasToString(text);
        assertThat(RegisterText.parse(read.with("run", text).toString()).text("run"))
                .doesNotContain(" ", "=");
        try {
            assertThat(read.numbers("ends")).allMatch(number -> number >= 0);
            assertThat(read.number("epoch")).isNotNegative();
        } catch (IllegalArgumentException e) {
            assertThat(e).isNotNull();
        }
    }
}
