package dev.idgen.internal.timestamp.node;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Node ids that are read from the machine. Each method fails with an {@link IllegalStateException} that says what it
 * looked for and what it found.
 */
public final class MachineNodeIds {

    private static final Pattern ORDINAL = Pattern.compile(".*-(\\d{1,18})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private MachineNodeIds() {}

    /** The number after the last hyphen of this machine's name. A Kubernetes StatefulSet counts it from 0. */
    public static long ordinalOfHost() {
        return ordinal(HolderNames.host(System.getenv()));
    }

    /** The number after the last hyphen of a host's name. */
    static long ordinal(String host) {
        Matcher matcher = ORDINAL.matcher(host);
        if (!matcher.matches()) {
            throw new IllegalStateException("the host name '" + host + "' does not end with a hyphen and a number");
        }
        return Long.parseLong(matcher.group(1));
    }

    /** The number in an environment variable. */
    public static long variable(String name) {
        return variable(name, System.getenv());
    }

    static long variable(String name, Map<String, String> environment) {
        String value = environment.get(name);
        if (value == null) {
            throw new IllegalStateException("the environment variable '" + name + "' is not set");
        }
        if (!NUMBER.matcher(value.strip()).matches()) {
            throw new IllegalStateException(
                    "the environment variable '" + name + "' is '" + value + "', which is not a number");
        }
        return Long.parseLong(value.strip());
    }

    /**
     * The lowest bits of this machine's private IPv4 address.
     *
     * @param bits how many bits, 1 to 32
     */
    public static long privateAddress(int bits) {
        return lowBits(
                interfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(Inet4Address.class::isInstance)
                        .filter(InetAddress::isSiteLocalAddress)
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("no network interface has a private IPv4 address"))
                        .getAddress(),
                bits);
    }

    static long lowBits(byte[] address, int bits) {
        return number(address) & ((1L << bits) - 1);
    }

    /** The MAC address of one of this machine's network interfaces, 48 bits. */
    public static long macAddress() {
        return interfaces()
                .map(MachineNodeIds::hardwareAddress)
                .filter(address -> address.length == 6)
                .findFirst()
                .map(MachineNodeIds::number)
                .orElseThrow(() -> new IllegalStateException("no network interface has a MAC address"));
    }

    private static long number(byte[] bytes) {
        long number = 0;
        for (byte next : bytes) {
            number = number << Byte.SIZE | Byte.toUnsignedLong(next);
        }
        return number;
    }

    private static byte[] hardwareAddress(NetworkInterface of) {
        try {
            byte[] address = of.getHardwareAddress();
            return address == null ? new byte[0] : address;
        } catch (SocketException e) {
            return new byte[0];
        }
    }

    /** Interfaces that are up and are not loopback, always in the same order. */
    private static Stream<NetworkInterface> interfaces() {
        try {
            return NetworkInterface.networkInterfaces().filter(MachineNodeIds::leadsOut);
        } catch (SocketException e) {
            throw new IllegalStateException("the network interfaces cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean leadsOut(NetworkInterface candidate) {
        try {
            return candidate.isUp() && !candidate.isLoopback();
        } catch (SocketException e) {
            return false;
        }
    }
}
