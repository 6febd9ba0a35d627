package dev.idgen.internal.timestamp.node;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Unique names for the holders of leases, readable for people: host, process, a random number and a count, for example
 * {@code web-1/4711/4bmqpv8yl9f0p2c7xw1k6hd3e/2}. Not thread-safe.
 *
 * <p>Containers may all have the same host name and process id, so the random number alone must distinguish them. If
 * two attempts had the same name, both might renew the same lease.
 */
public final class HolderNames {

    private static final Pattern SEPARATOR = Pattern.compile("[\\s=]");
    private static final int RANDOM_BITS = 128;

    /** The greatest length of a host's name; a longer one is cut. */
    private static final int MOST_CHARACTERS = 253;

    private final String instance;
    private long count;

    /**
     * @param instance a string that no other instance has; white space and {@code =} become {@code _}, as in the store
     */
    HolderNames(String instance) {
        this.instance = SEPARATOR.matcher(instance).replaceAll("_");
    }

    /**
     * A unique name for this process, even among processes with the same host name and process id.
     *
     * @param named whether it contains both
     */
    public static String instance(boolean named) {
        String random = new BigInteger(RANDOM_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
        if (!named) {
            return random;
        }
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
