package dev.idgen.entities;

import java.lang.annotation.Annotation;
import java.util.StringJoiner;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * The values of an annotation.
 *
 * @param generator the generator's name, or empty for string ids
 * @param business the business code of string ids
 * @param key the entity's property with the counter's key, or empty
 * @param date the entity's property with the document's date, or empty
 * @param assigned what an insert does with a value that the application has set: the name of its constant, whose
 *     package uses this one
 */
record AnnotationValues(String generator, String business, String key, String date, String assigned) {

    static AnnotationValues of(Annotation generatedId) {
        AnnotationAttributes values = AnnotationUtils.getAnnotationAttributes(null, generatedId);
        return new AnnotationValues(
                values.getString("value"),
                values.getString("business"),
                values.getString("key"),
                values.getString("date"),
                values.getEnum("assigned").name());
    }

    private boolean isAssignedSet() {
        return !assigned.equals("DEFAULT");
    }

    boolean replaces() {
        return assigned.equals("REPLACE");
    }

    boolean refuses() {
        return assigned.equals("REFUSE");
    }

    /** The annotation and its place, for messages. */
    String on(String name) {
        StringJoiner values = new StringJoiner(", ", "@GeneratedId(", ") on " + name);
        values.setEmptyValue("@GeneratedId on " + name);
        boolean alone = (business + key + date).isEmpty() && !isAssignedSet();
        add(values, alone ? "" : "value = ", generator);
        add(values, "business = ", business);
        add(values, "key = ", key);
        add(values, "date = ", date);
        if (isAssignedSet()) {
            values.add("assigned = " + assigned);
        }
        return values.toString();
    }

    private static void add(StringJoiner values, String name, String value) {
        if (!value.isEmpty()) {
            values.add(name + '"' + value + '"');
        }
    }
}
