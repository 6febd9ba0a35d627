package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        assertThatIllegalStateException()
                .isThrownBy(() -> MachineNodeIds.ordinal(host))
                .withMessageContaining("'" + host + "'");
    }

    @Test
    void addressGivesItsLowBits() {
        byte[] address = {(byte) 192, (byte) 168, (byte) 0xAB, (byte) 0xCD};
        assertThat(MachineNodeIds.lowBits(address, 16)).isEqualTo(0xABCD);
        assertThat(MachineNodeIds.lowBits(address, 10)).isEqualTo(0x3CD);
        assertThat(MachineNodeIds.lowBits(address, 32)).isEqualTo(0xC0A8ABCDL);
    }

    @Test
    void variableHoldsTheNumber() {
        assertThat(MachineNodeIds.variable("NODE", Map.of("NODE", " 17 "))).isEqualTo(17);
    }

    @Test
    void variableThatIsMissingOrNoNumberIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> MachineNodeIds.variable("NODE", Map.of()))
                .withMessageContaining("'NODE'")
                .withMessageContaining("not set");
        for (String text : new String[] {"x", "", "-1", "1.5"}) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> MachineNodeIds.variable("NODE", Map.of("NODE", text)))
                    .withMessageContaining("'" + text + "'");
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

    @Test
    void holdersHaveNamesOfTheirOwn() {
        HolderNames names = new HolderNames("web-1/4711/k3f9");
        assertThat(names.next()).isEqualTo("web-1/4711/k3f9/1");
        assertThat(names.next()).isEqualTo("web-1/4711/k3f9/2");
        assertThat(HolderNames.instance()).isNotEqualTo(HolderNames.instance()).matches(".+/\\d+/[0-9a-z]+");
    }

    /** All else in their names may be the same. */
    @Test
    void eachBitOfWhatTellsInstancesApartIsRandom() {
        BigInteger sometimesOne = BigInteger.ZERO;
        BigInteger alwaysOne = BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
        for (int i = 0; i < 200; i++) {
            String name = HolderNames.instance();
            BigInteger random = new BigInteger(name.substring(name.lastIndexOf('/') + 1), Character.MAX_RADIX);
            sometimesOne = sometimesOne.or(random);
            alwaysOne = alwaysOne.and(random);
        }
        assertThat(sometimesOne.bitCount()).as("bits that vary").isEqualTo(128);
        assertThat(alwaysOne).isZero();
    }

    @Test
    void machineTellsItsPrivateAddressOrThatItHasNone() throws SocketException {
        List<Inet4Address> addresses = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(Inet4Address.class::isInstance)
                .map(Inet4Address.class::cast)
                .filter(Inet4Address::isSiteLocalAddress)
                .toList();
        if (addresses.isEmpty()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> MachineNodeIds.privateAddress(16))
                    .withMessage("no network interface has a private IPv4 address");
        } else {
            assertThat(addresses)
                    .extracting(address -> MachineNodeIds.lowBits(address.getAddress(), 16))
                    .contains(MachineNodeIds.privateAddress(16));
        }
    }

    @Test
    void machineTellsItsMacAddressOrThatItHasNone() throws SocketException {
        List<Long> addresses = new ArrayList<>();
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            byte[] address = each.getHardwareAddress();
            if (address != null && address.length == 6) {
                addresses.add(MachineNodeIds.lowBits(address, 48));
            }
        }
        if (addresses.isEmpty()) {
            assertThatIllegalStateException()
                    .isThrownBy(MachineNodeIds::macAddress)
                    .withMessage("no network interface has a MAC address");
        } else {
            assertThat(addresses).contains(MachineNodeIds.macAddress());
        }
    }

    @Test
    void machineTellsItsOrdinalOrThatItsNameHasNone() {
        String host = HolderNames.host(System.getenv());
        if (host.matches(".*-\\d{1,18}")) {
            assertThat(host).endsWith(Long.toString(MachineNodeIds.ordinalOfHost()));
        } else {
            assertThatIllegalStateException()
                    .isThrownBy(MachineNodeIds::ordinalOfHost)
                    .withMessageContaining("'" + host + "'");
        }
    }
}
