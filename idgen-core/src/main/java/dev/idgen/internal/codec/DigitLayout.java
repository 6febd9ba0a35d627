package dev.idgen.internal.codec;

import java.util.List;

/**
 * Divides the decimal digits of an id among named values.
 *
 * <p>Composing and decomposing are exact: a value outside its field's range is refused. Immutable and thread-safe.
 *
 * @param fields most significant first; together at most 19 digits, and no greater than a {@code long}
 */
public record DigitLayout(List<DigitField> fields) {

    /**
     * One value.
     *
     * @param digits how many digits it has, 1 to 18
     * @param min the least value
     * @param max the greatest value, which fits the digits
     */
    public record DigitField(String name, int digits, long min, long max) {

        public DigitField {
            if (digits < 1 || digits > 18 || min < 0 || max < min || max >= power(digits)) {
                throw new IllegalArgumentException(
                        "field '" + name + "' cannot hold " + min + " to " + max + " in " + digits + " digits");
            }
        }

        private long check(long value) {
            if (value < min || value > max) {
                throw new IllegalArgumentException("'" + name + "' holds " + min + " to " + max + ", not " + value);
            }
            return value;
        }
    }

    public DigitLayout {
        fields = List.copyOf(fields);
        long greatest = 0;
        for (DigitField field : fields) {
            greatest = Math.addExact(Math.multiplyExact(greatest, power(field.digits)), field.max);
        }
    }

    /**
     * The id with the given values.
     *
     * @param values one for each field, in the fields' order
     * @throws IllegalArgumentException if a value is outside its field's range, or there are more or fewer values than
     *     fields
     */
    public long compose(long... values) {
        if (values.length != fields.size()) {
            throw new IllegalArgumentException("there are " + fields.size() + " fields, not " + values.length);
        }
        long id = 0;
        for (int i = 0; i < values.length; i++) {
            DigitField field = fields.get(i);
            id = id * power(field.digits) + field.check(values[i]);
        }
        return id;
    }

    /**
     * The value of each field of an id, in the fields' order.
     *
     * @throws IllegalArgumentException if a value is outside its field's range
     */
    public long[] decompose(long id) {
        long rest = id;
        long[] values = new long[fields.size()];
        for (int i = values.length - 1; i >= 0; i--) {
            DigitField field = fields.get(i);
            // The first field takes the rest, so that its range check finds an id that is too great.
            values[i] = field.check(i == 0 ? rest : Math.floorMod(rest, power(field.digits)));
            rest = Math.floorDiv(rest, power(field.digits));
        }
        return values;
    }

    public List<String> names() {
        return fields.stream().map(DigitField::name).toList();
    }

    private static long power(int digits) {
        long power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }
}
