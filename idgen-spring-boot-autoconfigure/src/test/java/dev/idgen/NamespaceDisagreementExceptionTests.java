package dev.idgen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamespaceDisagreementExceptionTests {

    private final NamespaceDisagreementException original =
            new NamespaceDisagreementException("shop", "zone", "Z", "+01:00");

    @Test
    void messageTellsNamespaceSettingAndBothValues() {
        assertThat(original)
                .hasMessage("namespace 'shop' was created with zone UTC, but this instance has +01:00")
                .hasNoCause();
    }

    @Test
    void messageTellsWhetherItIsScrambled() {
        assertThat(new NamespaceDisagreementException("shop", "scramble", "off", "deeaf81c061c"))
                .hasMessage("namespace 'shop' was created with scramble off, but this instance has on (key with"
                        + " fingerprint deeaf81c061c)");
    }

    @Test
    void copyForOtherCallerTellsTheSameAndPointsToOriginal() {
        NamespaceDisagreementException copy = new NamespaceDisagreementException(original);

        assertThat(copy).hasMessage(original.getMessage()).hasCause(original);
        assertThat(copy.namespace()).isEqualTo("shop");
        assertThat(copy.setting()).isEqualTo("zone");
        assertThat(copy.expected()).isEqualTo("Z");
        assertThat(copy.actual()).isEqualTo("+01:00");
    }
}
