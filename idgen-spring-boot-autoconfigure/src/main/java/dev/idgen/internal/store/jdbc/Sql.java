package dev.idgen.internal.store.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** A statement, or a part of one, and its parameters. For one thread. */
final class Sql {

    private final StringBuilder text = new StringBuilder();
    private final List<Object> parameters = new ArrayList<>();

    Sql(String text, Object... parameters) {
        add(text, parameters);
    }

    /** Appends to it. */
    Sql add(String more, Object... itsParameters) {
        text.append(more);
        Collections.addAll(parameters, itsParameters);
        return this;
    }

    Sql add(Sql more) {
        return add(more.text(), more.parameters());
    }

    /** Appends a list for {@code IN}, which nothing is in if there are no values. */
    Sql addList(Collection<String> values) {
        return add(
                "(" + (values.isEmpty() ? "NULL" : String.join(", ", Collections.nCopies(values.size(), "?"))) + ")",
                values.toArray());
    }

    String text() {
        return text.toString();
    }

    Object[] parameters() {
        return parameters.toArray();
    }
}
