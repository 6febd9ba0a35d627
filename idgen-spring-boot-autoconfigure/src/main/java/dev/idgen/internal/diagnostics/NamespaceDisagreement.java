package dev.idgen.internal.diagnostics;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.codec.Scramble;
import dev.idgen.internal.generator.GeneratorProperties;
import dev.idgen.internal.string.sequence.BucketLayout;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a setting that differs from that of the other instances, and how to change it. */
record NamespaceDisagreement(NamespaceDisagreementException cause, boolean isNamespaceSet) {

    private static final String KEY = "'idgen.string.scramble-key'";

    FailureAnalysis analysis() {
        boolean isOfForm = isOfForm();
        String problem = isOfForm
                ? "The idgen namespace '" + cause.namespace() + "' has " + shown(cause.expected())
                        + ", but this application is configured for " + shown(cause.actual())
                        + ". Its ids could equal, or be decoded differently from, those of the other instances."
                : "The idgen " + cause.getMessage() + ".";
        String action = "To run with the others, " + adapted(cause.expected())
                + (isOfForm ? "\nElse " + cause.change() + "." : "")
                + (isNamespaceSet
                        ? ""
                        : "\nIf another application has these settings, set 'idgen.namespace' in this one:"
                                + " while it is not set, both are in '" + cause.namespace() + "'.");
        return new FailureAnalysis(problem, action, cause);
    }

    /** Whether the setting is one of the form of string ids. */
    private boolean isOfForm() {
        return !isOfGenerator() && !cause.setting().equals("lease-ttl");
    }

    private boolean isOfGenerator() {
        return cause.setting().startsWith(GeneratorProperties.PREFIX);
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
        if (isOfGenerator()) {
            return "restore the setting of '" + cause.setting()
                    + "'. The page 'What you may change' of idgen's documentation has them all.";
        }
        return switch (cause.setting()) {
            case "lease-ttl" -> "set 'idgen.sequence.lease-ttl' to '" + expected + "ms'.";
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
