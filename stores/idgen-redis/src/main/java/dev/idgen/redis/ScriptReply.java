package dev.idgen.redis;

import dev.idgen.LeaseStore.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A script's answer, read element by element. Not thread-safe. */
final class ScriptReply {

    /** Which element of an answer about leases is the id of a cluster's node. */
    static final int NODE = 3;

    private final Iterator<?> elements;
    private final long epoch;
    private final boolean confirmed;

    /**
     * An answer of a server that is known to be the master.
     *
     * @param answer {@code Long} and {@code byte[]} elements
     * @param epoch the number of the failover that made its server master, as sentinels count
     */
    ScriptReply(List<?> answer, long epoch) {
        this.elements = answer.iterator();
        this.epoch = epoch;
        this.confirmed = true;
    }

    /** An answer of a server that may not be the master. */
    ScriptReply(List<?> answer) {
        this.elements = answer.iterator();
        this.epoch = Snapshot.UNKNOWN_EPOCH;
        this.confirmed = false;
    }

    /** Whether the server is known to be the master. */
    boolean isConfirmed() {
        return confirmed;
    }

    long epoch() {
        return epoch;
    }

    /** Reads the next text; empty if there is none. */
    String nextText() {
        return elements.next() instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : "";
    }

    /** Reads all remaining strings. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        while (elements.hasNext()) {
            texts.add(nextText());
        }
        return texts;
    }

    long nextLong() {
        return ((Number) elements.next()).longValue();
    }
}
