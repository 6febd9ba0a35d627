package dev.idgen.internal.generator;

/** A source of node ids. */
public enum NodeProvider {
    /** A lease from the store: no two instances have the same node id. */
    LEASED,
    /** The node id in the configuration. */
    FIXED,
    /** The ordinal at the end of the host name, as in a Kubernetes StatefulSet. */
    STATEFUL_SET,
    /** The lowest bits of the host's private IPv4 address, which another host may share. */
    PRIVATE_IP,
    /** A number in an environment variable. */
    ENVIRONMENT,
    /** The MAC address of a network interface, for schemes with 48 bits of node id. */
    MAC_ADDRESS,
    /** A random number, for schemes with at least 40 bits of node id. */
    RANDOM
}
