package dev.idgen.internal.codec;

import java.util.ArrayList;
import java.util.List;

/** Takes the fields of a layout, most significant first. */
final class LayoutBuilder {

    private final List<BitLayout.Part> parts = new ArrayList<>();

    LayoutBuilder field(String name, int width) {
        return slice(name, width, 0);
    }

    LayoutBuilder reversed(String name, int width) {
        parts.add(new BitLayout.Part(name, width, 0, true));
        return this;
    }

    LayoutBuilder slice(String name, int width, int from) {
        parts.add(new BitLayout.Part(name, width, from, false));
        return this;
    }

    BitLayout build() {
        return new BitLayout(parts);
    }
}
