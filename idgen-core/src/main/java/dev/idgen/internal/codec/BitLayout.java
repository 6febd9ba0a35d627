package dev.idgen.internal.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the bits of an id are shared out among named values.
 *
 * <p>Composing and decomposing are exact: a value that does not fit is refused, never masked.
 *
 * <p>Immutable and thread-safe.
 */
public final class BitLayout {

    /** Most bits an id can have. */
    public static final int MAX_BITS = 128;

    private final int bits;
    private final Map<String, BitField> fields;
    private final BitField[] inOrder;
    private final List<String> names;
    private final String description;

    private BitLayout(int bits, Map<String, BitField> fields, String description) {
        this.bits = bits;
        this.fields = fields;
        this.inOrder = fields.values().toArray(BitField[]::new);
        this.names = List.copyOf(fields.keySet());
        this.description = description;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Bits of an id, 1 to {@value #MAX_BITS}. */
    public int bits() {
        return bits;
    }

    /** The fields, most significant first. */
    public List<BitField> fields() {
        return List.of(inOrder);
    }

    /** Their names. */
    public List<String> names() {
        return names;
    }

    /**
     * One field.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public BitField field(String name) {
        BitField field = fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("there is no field '" + name + "', only " + fields.keySet());
        }
        return field;
    }

    /**
     * The id with given values.
     *
     * @param values one for each field, in the order of {@link #fields}
     * @throws IllegalArgumentException if a value is out of its field's range, or their number is not the fields'
     */
    public Word128 compose(long... values) {
        if (values.length != fields.size()) {
            throw new IllegalArgumentException(
                    "there are " + fields.size() + " fields " + fields.keySet() + ", not " + values.length);
        }
        Word128 id = Word128.ZERO;
        int next = 0;
        for (BitField field : fields.values()) {
            id = id.or(field.place(values[next++]));
        }
        return id;
    }

    /**
     * The value of each field of an id, in the order of {@link #fields}.
     *
     * @throws IllegalArgumentException if the id has more bits than the layout
     */
    public long[] decompose(Word128 id) {
        boolean fits = bits >= Long.SIZE
                ? bits == MAX_BITS || id.high() >>> (bits - Long.SIZE) == 0
                : id.high() == 0 && id.low() >>> bits == 0;
        if (!fits) {
            throw new IllegalArgumentException("it has more than " + bits + " bits");
        }
        long[] values = new long[inOrder.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = inOrder[i].read(id);
        }
        return values;
    }

    /** The fields with their widths, most significant first. */
    @Override
    public String toString() {
        return description;
    }

    /** Takes the fields of a layout, most significant first. For one thread. */
    public static final class Builder {

        private record Part(String name, int width, int from, boolean reversed) {}

        private final List<Part> parts = new ArrayList<>();

        private Builder() {}

        /**
         * Adds a field.
         *
         * @param width 1 to 64
         */
        public Builder field(String name, int width) {
            return add(new Part(name, width, 0, false));
        }

        /** Adds a field whose value is written with its bits in reverse order. */
        public Builder reversed(String name, int width) {
            return add(new Part(name, width, 0, true));
        }

        /**
         * Adds some bits of a field that is torn apart.
         *
         * @param width how many bits
         * @param from the lowest of them, counted from the least significant bit of the value
         */
        public Builder slice(String name, int width, int from) {
            return add(new Part(name, width, from, false));
        }

        private Builder add(Part part) {
            if (part.name.isBlank()) {
                throw new IllegalArgumentException("a field has no name");
            }
            if (part.from < 0 || part.width < 1 || part.width > 64 - part.from) {
                throw new IllegalArgumentException(
                        "field '" + part.name + "' has " + part.width + " bits, which is not 1 to 64");
            }
            parts.add(part);
            return this;
        }

        /**
         * The layout of the fields added so far.
         *
         * @throws IllegalArgumentException if they have no bits or more than {@value BitLayout#MAX_BITS} together, or a field
         *     that is torn apart lacks bits or has some twice
         */
        public BitLayout build() {
            int bits = parts.stream().mapToInt(Part::width).sum();
            if (bits < 1 || bits > MAX_BITS) {
                throw new IllegalArgumentException(
                        "the fields have " + bits + " bits together, which is not 1 to " + MAX_BITS);
            }
            Map<String, List<BitField.Piece>> pieces = new LinkedHashMap<>();
            int at = bits;
            StringBuilder description = new StringBuilder();
            for (Part part : parts) {
                at -= part.width;
                pieces.computeIfAbsent(part.name, name -> new ArrayList<>())
                        .add(new BitField.Piece(part.from, part.width, at));
                description.append(description.isEmpty() ? "" : ", ").append(describe(part));
            }
            Map<String, BitField> fields = new LinkedHashMap<>();
            pieces.forEach((name, its) -> fields.put(name, field(name, its)));
            return new BitLayout(bits, fields, description.toString());
        }

        private String describe(Part part) {
            boolean torn =
                    parts.stream().filter(its -> its.name.equals(part.name)).count() > 1;
            String which = torn ? "[" + (part.from + part.width - 1) + ".." + part.from + "]" : "";
            return part.name + which + " " + part.width;
        }

        private BitField field(String name, List<BitField.Piece> pieces) {
            int width = pieces.stream().mapToInt(BitField.Piece::width).sum();
            long seen = 0;
            for (BitField.Piece piece : pieces) {
                long bits = piece.mask() << piece.from();
                if (piece.from() + piece.width() > width || (seen & bits) != 0) {
                    throw new IllegalArgumentException("field '" + name + "' has a bit twice or lacks one");
                }
                seen |= bits;
            }
            boolean reversed = parts.stream().anyMatch(part -> part.name.equals(name) && part.reversed);
            return new BitField(name, width, reversed, pieces);
        }
    }
}
