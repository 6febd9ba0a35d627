package dev.idgen;

/** A configuration property has an unusable value. Thrown at startup. */
public class InvalidSettingException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String property;
    private final String action;

    /**
     * @param property the property, for example {@code idgen.string.zone}
     * @param problem what is wrong with its value; continues a sentence that begins with the property's name
     * @param action what to set instead, as a sentence
     */
    public InvalidSettingException(String property, String problem, String action) {
        super("'" + property + "' " + problem);
        this.property = property;
        this.action = action;
    }

    public String property() {
        return property;
    }

    public String action() {
        return action;
    }
}
