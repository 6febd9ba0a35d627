package dev.idgen.internal.stamped.node;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Names for the holders of leases, which tell people who holds one and which no two leases share: host, process, a
 * random number and a count, for example {@code web-1/4711/4bmqpv8yl9f0p2c7xw1k6hd3e/2}. For one thread at a time.
 *
 * <p>Containers may all have one host name and process id, so the random number alone has to tell them apart. If two
 * attempts had one name, both might renew the same lease.
 */
final class HolderNames {

    private static final Pattern SEPARATOR = Pattern.compile("[\\s=]");
    private static final int RANDOM_BITS = 128;

    /** Of the host's name: as many as a host's name can have. */
    private static final int MOST_CHARACTERS = 253;

    private final String instance;
    private long count;

    /**
     * @param instance a text that no other instance has; white space and {@code =} become {@code _}, as in the store
     */
    HolderNames(String instance) {
        this.instance = SEPARATOR.matcher(instance).replaceAll("_");
    }

    /** A name for this process, unlike those of others, also of one with the same host name and process id. */
    static String instance() {
        String random = new BigInteger(RANDOM_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
        String host = host(System.getenv());
        return host.substring(0, Math.min(host.length(), MOST_CHARACTERS)) + "/"
                + ProcessHandle.current().pid() + "/" + random;
    }

    String next() {
        count++;
        return instance + "/" + count;
    }

    /** This machine's name, or {@code unknown}. */
    static String host(Map<String, String> environment) {
        for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
            String name = environment.get(variable);
            if (name != null && !name.isBlank()) {
                return name.strip();
            }
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
