package dev.idgen.localredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests that are skipped in each way, as a build does, and reads what is said of them. */
class TestSummaryTests {

    private enum Server {
        H2,
        MARIADB
    }

    @ParameterizedClass
    @EnumSource(Server.class)
    static class OnServers {

        private final Server server;

        OnServers(Server server) {
            this.server = server;
            Assumptions.assumeTrue(server == Server.H2, TestNeed.MARIADB::missing);
        }

        @Test
        void first() {
            assertThat(server).isEqualTo(Server.H2);
        }

        @ParameterizedTest
        @EnumSource(Server.class)
        void second(Server any) {
            assertThat(any).isNotNull();
        }
    }

    static class PlantedAbort {

        @Test
        void aborted() {
            Assumptions.abort();
        }
    }

    @Disabled
    static class PlantedSkip {

        @Test
        void first() {}

        @Test
        void second() {}
    }

    private static TestSummary summaryOf(Path folder, Class<?>... classes) throws IOException {
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new SkippedTests(folder.toString()))
                .build();
        for (Class<?> type : classes) {
            LauncherFactory.create(config)
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectClass(type))
                            .build());
        }
        return TestSummary.of(folder);
    }

    @Test
    void skippedNamesEachRunWithReasonAndRemedy(@TempDir Path folder) throws IOException {
        TestSummary summary = summaryOf(folder, OnServers.class);
        assertThat(summary.skipped())
                .singleElement()
                .asString()
                .startsWith("Skipped 3 of TestSummaryTests$OnServers: [mariadb] ")
                .contains("IDGEN_TEST_MARIADB", "-Pfull");
        assertThat(summary.passed()).containsOnly(Map.entry("H2", 3));
    }

    @Test
    void faultsNameOnlyTheGroupsThatMustRun(@TempDir Path folder) throws IOException {
        TestSummary summary = summaryOf(folder, OnServers.class);
        assertThat(summary.faults("")).isEmpty();
        assertThat(summary.faults("redis,valkey")).isEmpty();
        assertThat(summary.faults("redis,mariadb"))
                .singleElement()
                .asString()
                .contains("must run here, but skips 3: [mariadb]");
        assertThat(summary.faults("mariadbb")).singleElement().asString().contains("'mariadbb' is no group", "mysql");
    }

    @Test
    void faultsNamePlantedSkipAndAbortInEveryBuild(@TempDir Path folder) throws IOException {
        assertThat(summaryOf(folder, PlantedAbort.class, PlantedSkip.class).faults(""))
                .satisfiesExactly(
                        abort -> assertThat(abort).contains("PlantedAbort skips 1 without a TestNeed"),
                        skip -> assertThat(skip).contains("PlantedSkip skips 2 without a TestNeed"));
    }
}
