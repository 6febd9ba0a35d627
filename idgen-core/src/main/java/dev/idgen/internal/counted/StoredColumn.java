package dev.idgen.internal.counted;

import dev.idgen.internal.codec.Quote;
import java.util.regex.Pattern;

/**
 * A column of an application's table, by names that can stand in a statement as they are.
 *
 * @param table with the schema before it or without
 * @param column of the table
 */
public record StoredColumn(String table, String column) {

    private static final String NAME =
            "(?:[A-Za-z_][0-9A-Za-z_$]{0,127}|\"[^\"\\p{Cntrl}]{1,128}\"|`[^`\\p{Cntrl}]{1,128}`)";
    private static final Pattern TABLE = Pattern.compile(NAME + "(?:\\." + NAME + "){0,2}");
    private static final Pattern COLUMN = Pattern.compile(NAME);

    public StoredColumn {
        check("table", TABLE, table);
        check("column", COLUMN, column);
    }

    private static void check(String what, Pattern pattern, String name) {
        if (!pattern.matcher(name).matches()) {
            throw new IllegalArgumentException(Quote.of(name) + " is not the name of a " + what
                    + " as SQL writes it: letters, digits, _ and $, or anything in double quotes or backticks");
        }
    }
}
