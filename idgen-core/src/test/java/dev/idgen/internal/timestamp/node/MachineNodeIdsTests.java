package dev.idgen.internal.timestamp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigInteger;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MachineNodeIdsTests {

    @ParameterizedTest
    @CsvSource({"web-0,0", "web-12,12", "my-web-1023,1023", "a-007,7"})
    void ordinalIsTheNumberAtTheEndOfTheHostName(String host, long ordinal) {
        assertThat(MachineNodeIds.ordinal(host)).isEqualTo(ordinal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"web", "web-", "web12", "web-12-a", "", "web-9999999999999999999"})
    void hostNameWithoutOrdinalIsRefused(String host) {
        assertRefused(() -> MachineNodeIds.ordinal(host), "'" + host + "'");
    }

    @Test
    void lowBitsOfAnAddress() {
        byte[] address = {(byte) 192, (byte) 168, (byte) 0xAB, (byte) 0xCD};
        assertThat(MachineNodeIds.lowBits(address, 16)).isEqualTo(0xABCD);
        assertThat(MachineNodeIds.lowBits(address, 10)).isEqualTo(0x3CD);
        assertThat(MachineNodeIds.lowBits(address, 32)).isEqualTo(0xC0A8ABCDL);
    }

    @Test
    void variableHoldsANumberElseItIsRefused() {
        assertThat(MachineNodeIds.variable("NODE", Map.of("NODE", " 17 "))).isEqualTo(17);
        assertRefused(() -> MachineNodeIds.variable("NODE", Map.of()), "'NODE' is not set");
        for (String text : new String[] {"x", "", "-1", "1.5"}) {
            assertRefused(() -> MachineNodeIds.variable("NODE", Map.of("NODE", text)), "'" + text + "'");
        }
    }

    @Test
    void hostIsNamedByTheEnvironmentElseByTheMachine() {
        assertThat(HolderNames.host(Map.of("HOSTNAME", "web-1", "COMPUTERNAME", "pc")))
                .isEqualTo("web-1");
        assertThat(HolderNames.host(Map.of("HOSTNAME", " ", "COMPUTERNAME", "pc")))
                .isEqualTo("pc");
        assertThat(HolderNames.host(Map.of())).isNotBlank();
    }

    /** The store keeps names as fields of a string, so they have neither white space nor an equals sign. */
    @Test
    void nextHolderNameIsUniqueAndHasNoSeparators() {
        HolderNames names = new HolderNames("my host=1\t/4711");
        assertThat(names.next()).isEqualTo("my_host_1_/4711/1");
        assertThat(names.next()).isEqualTo("my_host_1_/4711/2");
    }

    /** All else in the names of two instances may be the same. */
    @Test
    void instanceNameEndsWith128RandomBits() {
        BigInteger bits = BigInteger.ZERO;
        for (int i = 0; i < 200; i++) {
            String name = HolderNames.instance(true);
            assertThat(name).matches(".+/\\d+/[0-9a-z]+");
            bits = bits.or(new BigInteger(name.substring(name.lastIndexOf('/') + 1), Character.MAX_RADIX));
        }
        assertThat(bits.bitCount()).isEqualTo(128);
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatIllegalStateException().isThrownBy(call).withMessageContaining(message);
    }
}
