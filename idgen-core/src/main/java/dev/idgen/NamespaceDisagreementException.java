package dev.idgen;

/**
 * This instance's settings differ from its namespace's, so its ids could equal existing ids or be decoded wrongly. Or
 * its region is not part of the namespace's region in this store. The instance issues no ids until you change the
 * setting and restart it.
 */
public class NamespaceDisagreementException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final String namespace;
    private final String setting;
    private final String expected;
    private final String actual;

    /**
     * @param namespace the namespace
     * @param setting the setting that differs
     * @param expected its value in the namespace
     * @param actual its value in this instance
     */
    public NamespaceDisagreementException(String namespace, String setting, String expected, String actual) {
        super(message(namespace, setting, expected, actual));
        this.namespace = namespace;
        this.setting = setting;
        this.expected = expected;
        this.actual = actual;
    }

    private static String message(String namespace, String setting, String expected, String actual) {
        if (setting.equals("lease-ttl")) {
            return "namespace '" + namespace + "' has a lease-ttl of " + expected
                    + " ms, but 'idgen.sequence.lease-ttl' of this instance is " + actual
                    + " ms. To change it for all instances, follow 'Change the lease-ttl' in idgen's docs/failures.md";
        }
        if (setting.equals("region")) {
            return "namespace '" + namespace + "' has region " + expected
                    + " in this store, but this instance has region "
                    + actual
                    + ", which is not a part of it: another store may issue the rest. To widen the region,"
                    + " set 'idgen.region-before' to '" + expected + "' once no other store issues the added part";
        }
        if (setting.endsWith(".mask")) {
            return "namespace '" + namespace + "' has ids that were written with another mask: its fingerprint is "
                    + expected + ", but that of '" + setting + "' of this instance is " + actual
                    + ". A new key goes before all earlier ones, which stay in their order."
                    + " With this mask, an old text would be another id. To change it deliberately, follow"
                    + " 'Change a mask' in idgen's docs/public-ids.md";
        }
        return "namespace '" + namespace + "' was created with " + setting + " " + shown(setting, expected)
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
}
