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
                                + " ms. To change it, stop all instances of the namespace, and wait for the old lease-ttl and 2 s more. Then"
                                + " delete exactly the keys {idgen:3:shop} and {idgen:3:shop:0} to {idgen:3:shop:255}, but if a key has the"
                                + " field 'closed', delete only its field 'lease' (HDEL). In a database, delete the rows of idgen_register"
                                + " with namespace 'shop', the groups '' and '0' to '255', and the names 'terms' and 'lease'. Delete no"
                                + " counters. Then start the instances");
    }
}
