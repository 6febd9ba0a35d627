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
    void messageTellsHowToChangeTheTtlOfANamespace() {
        assertThat(new NamespaceDisagreementException("shop", "lease-ttl", "20000", "10000"))
                .hasMessage(
                        "namespace 'shop' has a lease-ttl of 20000 ms, but 'idgen.sequence.lease-ttl' of this instance is 10000"
                                + " ms. To change it for all instances, follow 'Change the lease-ttl' in idgen's docs/operations.md");
    }
}
