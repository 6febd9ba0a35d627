package dev.idgen.autoconfigure;

import dev.idgen.NamespaceDisagreementException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains settings that differ from those of the other instances. */
final class NamespaceDisagreementFailureAnalyzer extends AbstractFailureAnalyzer<NamespaceDisagreementException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NamespaceDisagreementException cause) {
        return new FailureAnalysis(
                "The idgen namespace '" + cause.namespace() + "' uses " + cause.setting() + " "
                        + shown(cause.expected())
                        + ", but this application is configured for " + shown(cause.actual())
                        + ". Its ids could equal, or be decoded differently from, those of the other instances.",
                "Make " + property(cause.setting())
                        + " the same in all instances. Another 'idgen.namespace' works too, but its ids"
                        + " may equal those of this one.",
                cause);
    }

    /** UTC is stored as Z, which nobody writes. */
    private static String shown(String value) {
        return value.equals("Z") ? "UTC" : value;
    }

    private static String property(String setting) {
        return switch (setting) {
            case "zone" -> "'idgen.string.zone'";
            case "scramble" -> "'idgen.string.scramble' and 'idgen.string.scramble-key' (shown by its fingerprint)";
            case "layout" -> "the version of idgen, which decides the layout,";
            default -> "'" + setting + "'";
        };
    }
}
