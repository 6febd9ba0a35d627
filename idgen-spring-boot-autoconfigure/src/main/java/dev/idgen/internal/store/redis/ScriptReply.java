package dev.idgen.internal.store.redis;

import dev.idgen.internal.register.Look;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A script's answer, whose elements are read one after another. For one thread. */
final class ScriptReply {

    private final Iterator<?> elements;
    private final long epoch;

    /**
     * @param answer {@code Long} and {@code byte[]} elements
     * @param epoch which failover made its server master, as the sentinels count them that named it
     */
    ScriptReply(List<?> answer, long epoch) {
        this.elements = answer.iterator();
        this.epoch = epoch;
    }

    /** The answer of a server of which no sentinel has told anything. */
    ScriptReply(List<?> answer) {
        this(answer, Look.UNKNOWN_EPOCH);
    }

    long epoch() {
        return epoch;
    }

    /** The next text, empty if there is none. */
    String nextText() {
        return elements.next() instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : "";
    }

    /** All strings that are left. */
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
