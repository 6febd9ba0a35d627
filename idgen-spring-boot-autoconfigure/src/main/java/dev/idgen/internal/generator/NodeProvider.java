package dev.idgen.internal.generator;

/** Where a node id comes from. */
public enum NodeProvider {
    /** Leased from the store, so that no two instances have the same one. */
    LEASED,
    /** The node id in the configuration. */
    FIXED,
    /** The ordinal at the end of the host name, as a Kubernetes StatefulSet gives it. */
    STATEFUL_SET,
    /** The lowest bits of the host's private IPv4 address, which may be those of another host too. */
    PRIVATE_IP,
    /** A number in an environment variable. */
    ENVIRONMENT,
    /** The MAC address of a network interface: for schemes with 48 bits of node id. */
    MAC_ADDRESS,
    /** A random number: for schemes with enough bits that two hardly ever meet. */
    RANDOM
}
