package dev.idgen.internal.store.redis;

import dev.idgen.Register.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A script's answer, read element by element. Not thread-safe. */
final class ScriptReply {

    private final Iterator<?> elements;
    private final long epoch;

    /**
     * @param answer {@code Long} and {@code byte[]} elements
     * @param epoch the number of the failover that made its server master, as sentinels count
     */
    ScriptReply(List<?> answer, long epoch) {
        this.elements = answer.iterator();
        this.epoch = epoch;
    }

    /** An answer without an epoch. */
    ScriptReply(List<?> answer) {
        this(answer, Snapshot.UNKNOWN_EPOCH);
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
