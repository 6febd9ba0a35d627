package dev.idgen.internal.codec;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the bits of an id among named values.
 *
 * <p>Composing and decomposing are exact: a value that does not fit is refused, never masked.
 *
 * <p>Immutable and thread-safe.
 */
public final class BitLayout {

    /** The most bits that an id can have. */
    public static final int MAX_BITS = 128;

    private final int bits;
    private final Map<String, BitField> fields = new LinkedHashMap<>();
    private final BitField[] inOrder;
    private final List<String> names;
    private final List<Part> parts;
    private final String description;

    /**
     * Some bits of a field.
     *
     * @param width how many bits
     * @param from the lowest of them, counted from the least significant bit of the field's value
     * @param reversed whether the field's bits are written in reverse order
     */
    public record Part(String name, int width, int from, boolean reversed) {

        public Part {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a field has no name");
            }
            if (from < 0 || width < 1 || width > 64 - from) {
                throw new IllegalArgumentException("field '" + name + "' has " + width + " bits, which is not 1 to 64");
            }
        }

        /** A whole field. */
        public Part(String name, int width) {
            this(name, width, 0, false);
        }
    }

    /**
     * @param parts the parts of all fields, most significant first
     * @throws IllegalArgumentException if the parts have no bits or more than {@value #MAX_BITS} together, or a split
     *     field lacks a bit or has one twice
     */
    public BitLayout(List<Part> parts) {
        this.bits = parts.stream().mapToInt(Part::width).sum();
        if (bits < 1 || bits > MAX_BITS) {
            throw new IllegalArgumentException(
                    "the fields have " + bits + " bits together, which is not 1 to " + MAX_BITS);
        }
        Map<String, List<Part>> byName = parts.stream().collect(groupingBy(Part::name, LinkedHashMap::new, toList()));
        byName.forEach((name, own) -> fields.put(name, field(name, own, parts)));
        this.inOrder = fields.values().toArray(BitField[]::new);
        this.names = List.copyOf(byName.keySet());
        this.parts = List.copyOf(parts);
        this.description = parts.stream()
                .map(part -> describe(part, field(part.name).width() > part.width))
                .collect(joining(", "));
    }

    private static String describe(Part part, boolean torn) {
        String which = torn ? "[" + (part.from + part.width - 1) + ".." + part.from + "]" : "";
        return part.name + which + " " + part.width;
    }

    private static BitField field(String name, List<Part> own, List<Part> all) {
        int width = own.stream().mapToInt(Part::width).sum();
        long seen = 0;
        List<BitField.Piece> pieces = new ArrayList<>();
        int at = all.stream().mapToInt(Part::width).sum();
        for (Part part : all) {
            at -= part.width;
            if (!part.name.equals(name)) {
                continue;
            }
            BitField.Piece piece = new BitField.Piece(part.from, part.width, at);
            long bits = piece.mask() << piece.from();
            if (piece.from() + piece.width() > width || (seen & bits) != 0) {
                throw new IllegalArgumentException("field '" + name + "' has a bit twice or lacks one");
            }
            seen |= bits;
            pieces.add(piece);
        }
        return new BitField(name, width, own.stream().anyMatch(Part::reversed), pieces);
    }

    /** An id's bits, 1 to {@value #MAX_BITS}. */
    public int bits() {
        return bits;
    }

    /** The parts of all fields, most significant first. */
    public List<Part> parts() {
        return parts;
    }

    /** The fields, most significant first. */
    public List<BitField> fields() {
        return List.of(inOrder);
    }

    /** The fields' names, in the same order. */
    public List<String> names() {
        return names;
    }

    /**
     * The field with a name.
     *
     * @throws IllegalArgumentException if there is no such field
     */
    public BitField field(String name) {
        BitField field = fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("there is no field '" + name + "', only " + fields.keySet());
        }
        return field;
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
}
