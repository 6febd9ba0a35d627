package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTextTests {

    private static final LeaseText TEXT = LeaseText.parse("run=4f ends=1,2 note= last=281474976710656");

    @Test
    void fieldsAreReadByName() {
        assertThat(TEXT.text("run")).isEqualTo("4f");
        assertThat(TEXT.text("note")).isEmpty();
        assertThat(TEXT.number("last")).isEqualTo(LeaseText.MOST);
        assertThat(TEXT.numbers("ends")).containsExactly(1L, 2L);
    }

    @Test
    void fieldsStayInTheirOrder() {
        assertThat(TEXT.with("run", "5a").with("more", 7))
                .hasToString("run=5a ends=1,2 note= last=281474976710656 more=7")
                .isEqualTo(LeaseText.parse("more=7 last=281474976710656 note= ends=1,2 run=5a"))
                .isNotEqualTo(TEXT);
        assertThat(TEXT).as("immutable").hasToString("run=4f ends=1,2 note= last=281474976710656");
        assertThat(LeaseText.empty().with("a", 1)).hasToString("a=1");
    }

    @Test
    void separatorsInAValueAreReplaced() {
        LeaseText text = LeaseText.empty().with("holder", "my host=1\n\tx");
        assertThat(text).hasToString("holder=my_host_1__x");
        assertThat(LeaseText.parse(text.toString())).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "=1", "a=1 ", " a=1", "a=1  b=2", "a=1 a=2"})
    void textThatIsNoListOfFieldsIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LeaseText.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "word", "negative", "large", "empty"})
    void fieldThatIsNoNumberIsRefused(String name) {
        LeaseText text = LeaseText.parse("word=x negative=-1 large=281474976710657 empty=");
        assertThatIllegalArgumentException().isThrownBy(() -> text.number(name));
        assertThatIllegalArgumentException().isThrownBy(() -> text.numbers(name));
    }
}
