package dev.idgen.autoconfigure;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.codec.Scramble;
import dev.idgen.internal.generator.GeneratorProperties;
import dev.idgen.internal.string.sequence.BucketLayout;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a setting that differs from that of the other instances, and how to change it. */
record NamespaceDisagreement(NamespaceDisagreementException cause, boolean isNamespaceSet) {

    private static final String KEY = "'idgen.string.scramble-key'";
    private static final String TO_RUN = "To run with the others, ";

    FailureAnalysis analysis() {
        FailureAnalysis own = ofSetting();
        return isNamespaceSet
                ? own
                : new FailureAnalysis(
                        own.getDescription(),
                        own.getAction()
                                + "\nIf another application has these settings, set 'idgen.namespace' in this one:"
                                + " while it is not set, both are in '" + cause.namespace() + "'.",
                        cause);
    }

    private FailureAnalysis ofSetting() {
        String expected = cause.expected();
        if (cause.setting().startsWith(GeneratorProperties.PREFIX)) {
            return new FailureAnalysis(
                    "The idgen " + cause.getMessage() + ".",
                    TO_RUN + "restore the setting of '" + cause.setting()
                            + "'. The page 'What you may change' of idgen's documentation has them all.",
                    cause);
        }
        return switch (cause.setting()) {
            case "lease-ttl" ->
                new FailureAnalysis(
                        "The idgen " + cause.getMessage() + ".",
                        TO_RUN + "set 'idgen.sequence.lease-ttl' to '" + expected + "ms'.",
                        cause);
            default ->
                new FailureAnalysis(
                        "The idgen namespace '" + cause.namespace() + "' has " + shown(expected)
                                + ", but this application is configured for " + shown(cause.actual())
                                + ". Its ids could equal, or be decoded differently from, those of the other instances.",
                        TO_RUN + adapted(expected) + "\nElse " + cause.change() + ".",
                        cause);
        };
    }

    private String shown(String value) {
        String name = cause.setting() + " ";
        if (!cause.setting().equals("scramble") || value.equals("off")) {
            return name + zone(value);
        }
        return name
                + (isDerived(value)
                        ? "on and no key (" + KEY + " is not set)"
                        : "on and a key of its own (" + KEY + " with fingerprint " + value + ")");
    }

    /** Shows the stored Z as UTC, as users write it. */
    private static String zone(String value) {
        return value.equals("Z") ? "UTC" : value;
    }

    private boolean isDerived(String fingerprint) {
        return new Scramble(BucketLayout.STANDARD.bits(), cause.namespace())
                .fingerprint()
                .equals(fingerprint);
    }

    /** The advice that makes this instance agree. */
    private String adapted(String expected) {
        return switch (cause.setting()) {
            case "zone" -> "set 'idgen.string.zone' to '" + zone(expected) + "'.";
            case "region" -> "set 'idgen.region' to '" + expected + "'.";
            case "scramble" ->
                expected.equals("off")
                        ? "set 'idgen.string.scramble' to false, and remove " + KEY + "."
                        : (cause.actual().equals("off") ? "remove 'idgen.string.scramble', and " : "")
                                + (isDerived(expected) ? "do not set " + KEY + "." : "set " + KEY + " to their key.");
            case "layout" -> "use the version of idgen that they use; it decides the layout.";
            default -> "make '" + cause.setting() + "' the same in all instances.";
        };
    }
}
