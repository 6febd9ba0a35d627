package dev.idgen.internal.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Reads the elements of a script's answer one after another. */
final class ScriptReply {

    private final Iterator<Object> elements;

    ScriptReply(List<Object> answer) {
        this.elements = answer.iterator();
    }

    String nextText() {
        return new String((byte[]) elements.next(), StandardCharsets.UTF_8);
    }

    /** The next text, empty if there is none. */
    String nextTextOrEmpty() {
        return elements.next() instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : "";
    }

    /** All that are left. */
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
