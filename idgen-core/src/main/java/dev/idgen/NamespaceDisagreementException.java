package dev.idgen;

/**
 * This instance's settings differ from its namespace's, so its ids could equal existing ids or be decoded wrongly. The
 * instance issues no ids until you restart it with the namespace's setting, or replace that for all instances.
 */
public class NamespaceDisagreementException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final String namespace;
    private final String setting;
    private final String expected;
    private final String actual;
    private final String change;

    /**
     * @param namespace the namespace
     * @param setting the setting that differs
     * @param expected its value in the namespace
     * @param actual its value in this instance
     * @param change how to change it for all instances, in words
     */
    public NamespaceDisagreementException(
            String namespace, String setting, String expected, String actual, String change) {
        super(message(namespace, setting, expected, actual) + "; use the namespace's, or " + change);
        this.namespace = namespace;
        this.setting = setting;
        this.expected = expected;
        this.actual = actual;
        this.change = change;
    }

    /**
     * @param namespace the namespace
     * @param generator the name of the generator whose setting differs
     * @param setting the setting that differs
     * @param expected its value in the namespace
     * @param actual its value in this instance
     * @param fingerprint stands for all settings of the generator in the namespace
     */
    public NamespaceDisagreementException(
            String namespace, String generator, String setting, String expected, String actual, String fingerprint) {
        super("generator '" + generator + "' has " + setting + " '" + expected + "' in namespace '" + namespace
                + "', but '" + actual + "' in this instance. " + consequence(setting)
                + " Use the namespace's setting, or another name for the generator. To change it deliberately, "
                + change(generator, fingerprint));
        this.namespace = namespace;
        this.setting = "idgen.generators." + generator;
        this.expected = expected;
        this.actual = actual;
        this.change = change(generator, fingerprint);
    }

    private static String change(String generator, String fingerprint) {
        return "stop all instances with the earlier setting, and set 'idgen.generators." + generator + ".replaces' to '"
                + fingerprint + "'";
    }

    private static String consequence(String setting) {
        return switch (setting) {
            case "prefix", "form", "check" -> "An existing text could be read as another id.";
            case "mask" ->
                "An existing text would be read as another id. A new key goes before all earlier ones, which stay in their"
                        + " order.";
            case "keyed", "period", "zone", "store", "transactional" ->
                "Numbers would begin again, or have gaps, so ids could be equal.";
            default -> "Ids could be equal, or be decoded wrongly.";
        };
    }

    private static String message(String namespace, String setting, String expected, String actual) {
        if (setting.equals("lease-ttl")) {
            return "namespace '" + namespace + "' has a lease-ttl of " + expected
                    + " ms, but 'idgen.sequence.lease-ttl' of this instance is " + actual + " ms";
        }
        return "namespace '" + namespace + "' has " + setting + " " + shown(setting, expected)
                + ", but this instance has " + shown(setting, actual);
    }

    /** As people write it: UTC is stored as Z, and a scramble's key as its fingerprint. */
    private static String shown(String setting, String value) {
        if (setting.equals("zone") && value.equals("Z")) {
            return "UTC";
        }
        boolean key = setting.equals("scramble") && !value.equals("off");
        return key ? "on (key with fingerprint " + value + ")" : value;
    }

    public String namespace() {
        return namespace;
    }

    public String setting() {
        return setting;
    }

    public String expected() {
        return expected;
    }

    public String actual() {
        return actual;
    }

    /** How to change the setting for all instances, in words. */
    public String change() {
        return change;
    }
}
