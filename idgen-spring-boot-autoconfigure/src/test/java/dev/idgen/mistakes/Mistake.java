package dev.idgen.mistakes;

import java.util.List;
import java.util.Map;

/**
 * Something that is wrong in an application, and what is said about it.
 *
 * @param what is wrong, for people to read
 * @param application in which it is wrong
 * @param yaml lines of its configuration
 * @param environment variables
 * @param says what description and action contain
 */
record Mistake(
        String what, Class<?> application, List<String> yaml, Map<String, Object> environment, List<String> says) {

    static Mistake mistake(String what, Class<?> application, String... yaml) {
        return new Mistake(what, application, List.of(yaml), Map.of(), List.of());
    }

    /** In an application that only configures idgen. */
    static Mistake plain(String what, String... yaml) {
        return mistake(what, Applications.Plain.class, yaml);
    }

    Mistake withVariables(Map<String, Object> variables) {
        return new Mistake(what, application, yaml, variables, says);
    }

    Mistake says(String... parts) {
        return new Mistake(what, application, yaml, environment, List.of(parts));
    }

    @Override
    public String toString() {
        return what;
    }
}
