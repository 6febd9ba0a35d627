package dev.idgen.internal.mistake;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.codec.Scramble;
import dev.idgen.internal.string.sequence.BucketLayout;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a setting that differs from that of the other instances, and how to change it. */
final class NamespaceDisagreementFailureAnalyzer extends AbstractFailureAnalyzer<NamespaceDisagreementException> {

    private static final String KEY = "'idgen.string.scramble-key'";
    private static final String SCRAMBLE = "'idgen.string.scramble'";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NamespaceDisagreementException cause) {
        if (cause.setting().equals("region")) {
            return ofRegion(cause);
        }
        if (cause.setting().equals("lease-ttl")) {
            return new FailureAnalysis(
                    "The idgen " + cause.getMessage() + ".",
                    "To run with the others, set 'idgen.sequence.lease-ttl' to '" + cause.expected() + "ms'.",
                    cause);
        }
        return new FailureAnalysis(
                "The idgen namespace '" + cause.namespace() + "' was created with " + shown(cause, cause.expected())
                        + ", but this application is configured for " + shown(cause, cause.actual())
                        + ". Its ids could equal, or be decoded differently from, those of the other instances.",
                "To run with the others, " + adapted(cause)
                        + "\nTo change it deliberately, stop all instances and start them with the new value and another"
                        + " 'idgen.namespace': what a namespace was created with never changes. Ids of the new one may equal ids of"
                        + " this one.",
                cause);
    }

    private static FailureAnalysis ofRegion(NamespaceDisagreementException cause) {
        String expected = cause.expected();
        return new FailureAnalysis(
                "The idgen namespace '" + cause.namespace() + "' has region " + expected
                        + " in this store, but 'idgen.region' is " + cause.actual() + ", which is not a part of it."
                        + " The rest may belong to another store, whose ids this application would repeat.",
                "To run with the others, set 'idgen.region' to '" + expected + "' or a part of it."
                        + "\nTo widen the region deliberately, stop all instances that issue the added part from other stores,"
                        + " wait until their leases have ended, and also set 'idgen.region-before' to '" + expected
                        + "'.",
                cause);
    }

    private static String shown(NamespaceDisagreementException cause, String value) {
        return switch (cause.setting()) {
            case "zone" -> "zone " + zone(value);
            case "scramble" -> "scramble " + scramble(cause, value);
            default -> cause.setting() + " " + value;
        };
    }

    /** Shows the stored Z as UTC, as users write it. */
    private static String zone(String value) {
        return value.equals("Z") ? "UTC" : value;
    }

    private static String scramble(NamespaceDisagreementException cause, String value) {
        if (value.equals("off")) {
            return "off";
        }
        return isDerived(cause, value)
                ? "on and no key (" + KEY + " is not set)"
                : "on and a key of its own (" + KEY + " with fingerprint " + value + ")";
    }

    private static boolean isDerived(NamespaceDisagreementException cause, String fingerprint) {
        return new Scramble(BucketLayout.STANDARD.bits(), cause.namespace())
                .fingerprint()
                .equals(fingerprint);
    }

    /** The advice that makes this instance agree. */
    private static String adapted(NamespaceDisagreementException cause) {
        return switch (cause.setting()) {
            case "zone" -> "set 'idgen.string.zone' to '" + zone(cause.expected()) + "'.";
            case "scramble" -> scrambled(cause, cause.expected());
            case "layout" -> "use the version of idgen that they use; it decides the layout.";
            default -> "make '" + cause.setting() + "' the same in all instances.";
        };
    }

    private static String scrambled(NamespaceDisagreementException cause, String expected) {
        if (expected.equals("off")) {
            return "set " + SCRAMBLE + " to false, and remove " + KEY + ".";
        }
        String on = cause.actual().equals("off") ? "remove " + SCRAMBLE + ", and " : "";
        return on + (isDerived(cause, expected) ? "do not set " + KEY + "." : "set " + KEY + " to their key.");
    }
}
