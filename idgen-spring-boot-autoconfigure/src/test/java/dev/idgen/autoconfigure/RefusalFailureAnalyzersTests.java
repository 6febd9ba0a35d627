package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.StoreUnsuitableException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;

/** What an application says that a store or a namespace refused, by the analyzers that Spring Boot finds. */
class RefusalFailureAnalyzersTests {

    private static FailureAnalysis analysis(IdgenException refusal) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        ArgumentResolver.of(Environment.class, new StandardEnvironment()),
                        (type, name, failure) -> {})
                .stream()
                .map(analyzer -> analyzer.analyze(new IllegalStateException("bean", refusal)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void otherTtlThanTheNamespaces() {
        FailureAnalysis analysis = analysis(new NamespaceDisagreementException("shop", "lease-ttl", "20000", "10000"));
        assertThat(analysis.getDescription())
                .startsWith(
                        "The idgen namespace 'shop' has a lease-ttl of 20000 ms, but 'idgen.sequence.lease-ttl' of this")
                .contains("{idgen:3:shop:255}");
        assertThat(analysis.getAction())
                .isEqualTo("To run with the others, set 'idgen.sequence.lease-ttl' to '20000ms'.");
    }

    @Test
    void unsuitableStore() {
        FailureAnalysis analysis = analysis(new StoreUnsuitableException("this Redis refuses INFO; grant '+info'"));
        assertThat(analysis.getDescription())
                .isEqualTo("idgen issues no ids from this store: this Redis refuses INFO; grant '+info'.");
        assertThat(analysis.getAction()).isEqualTo("Do what the description says, and start the application again.");
    }
}
