package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WindowTests {

    private final Window window = new Window(1000, 2000);

    @Property
    void clampNeverLeavesWindowNorReversesOrder(
            @ForAll long a, @ForAll long b, @ForAll long earlier, @ForAll long later) {
        Window any = new Window(Math.min(a, b), Math.max(a, b));

        long first = any.clamp(Math.min(earlier, later));
        long second = any.clamp(Math.max(earlier, later));

        assertThat(first).isBetween(any.notBefore(), any.notAfter()).isLessThanOrEqualTo(second);
        assertThat(second).isBetween(any.notBefore(), any.notAfter());
    }

    @Test
    void extendToKeepsStartAndNeverShortens() {
        assertThat(window.extendTo(2001)).isEqualTo(new Window(1000, 2001));
        assertThat(window.extendTo(2000)).isSameAs(window);
        assertThat(window.extendTo(0)).isSameAs(window);
    }

    @Test
    void windowThatEndsBeforeItsStartIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Window(5, 4))
                .withMessage("window ends at 4, before its start 5");
    }
}
