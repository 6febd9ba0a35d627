package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.idgen.internal.diagnostics.UnsupportedBootException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.support.GenericApplicationContext;

class BootCheckTests {

    private static final String OLD = "3.4.13";

    @ParameterizedTest
    @ValueSource(strings = {OLD, "3.0.0", "2.7.18", "3.4.0-SNAPSHOT"})
    void olderVersionIsRefusedByName(String version) {
        assertThatExceptionOfType(UnsupportedBootException.class)
                .isThrownBy(() -> UnsupportedBootException.check(version))
                .withMessage("idgen needs Spring Boot 3.5 or later, but this application has " + version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.0", "3.5.16", "3.10.0", "4.0.7", "4.1.1", "5.0.0-M1", "10.0.0", "custom"})
    void laterVersionIsAccepted(String version) {
        assertThatNoException().isThrownBy(() -> UnsupportedBootException.check(version));
    }

    @Test
    void checkIsPartOfEachApplicationAndKnowsItsVersion() {
        assertThat(new SpringApplication(BootCheckTests.class).getInitializers())
                .hasAtLeastOneElementOfType(BootCheck.class);
        assertThat(SpringBootVersion.getVersion()).matches("\\d+\\.\\d+\\..*");
    }

    @Test
    void refusalIsExplainedWithoutAStackTrace() {
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            assertThatExceptionOfType(UnsupportedBootException.class)
                    .isThrownBy(() -> UnsupportedBootException.check(OLD))
                    .satisfies(refused -> {
                        FailureAnalysis analysis = Objects.requireNonNull(FailureAnalyses.of(refused, context));
                        assertThat(analysis.getDescription()).contains("needs Spring Boot 3.5", OLD);
                        assertThat(analysis.getAction()).startsWith("Update Spring Boot");
                    });
        }
    }
}
