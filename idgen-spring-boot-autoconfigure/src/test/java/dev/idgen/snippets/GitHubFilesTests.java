package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What no linter of workflows knows: who may change what they run, and what this repository has and promises. */
class GitHubFilesTests {

    private static final Path FOLDER = Repository.ROOT.resolve(".github/workflows");

    /** What a job may do beside reading: nothing, publish the site or a release, or report what it found. */
    private static final Set<Object> PERMISSIONS = Set.of(
            Map.of(),
            Map.of("pages", "write", "id-token", "write"),
            Map.of("contents", "read", "id-token", "write", "attestations", "write"),
            Map.of("contents", "read", "security-events", "write"),
            Map.of("contents", "read", "security-events", "write", "id-token", "write"));

    static Stream<Path> workflows() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void workflowTrustsNothingThatMayChange(Path workflow) throws IOException {
        assertThat(workflow).content().doesNotContain("pull_request_target");
        Map<Object, Object> yaml = yaml(workflow);
        assertThat(yaml).doesNotContainKey("env");
        assertThat(yaml.get("permissions")).isEqualTo(Map.of("contents", "read"));
        assertThat(map(yaml.get("jobs")).values()).isNotEmpty().allSatisfy(value -> {
            Map<Object, Object> job = map(value);
            assertThat(job.getOrDefault("permissions", Map.of())).isIn(PERMISSIONS);
            assertThat(job).containsKey("timeout-minutes").doesNotContainKey("env"); // all steps would see it
            assertThat((List<?>) job.get("steps")).allSatisfy(step -> checkStep(map(step), job));
        });
    }

    private static void checkStep(Map<Object, Object> step, Map<Object, Object> job) {
        String uses = String.valueOf(step.get("uses"));
        String run = String.valueOf(step.get("run"));
        Map<Object, Object> with = map(step.getOrDefault("with", Map.of()));
        assertThat(uses).matches("null|(actions|graalvm|github|ossf)/[a-z/-]+@[0-9a-f]{40}");
        if (uses.startsWith("actions/checkout@")) {
            assertThat(with).containsEntry("persist-credentials", false);
        }
        if (job.containsKey("environment")) {
            assertThat(with).doesNotContainKey("cache"); // another workflow could have filled it
        }
        assertThat(run).doesNotContain("${{"); // others may have named it
        assertThat(Page.found("(?<=^|\n)(\\./mvnw|(compatibility|\\.ci)/[\\w-]+)", run))
                .allMatch(Repository::hasFile);
        assertThat(Page.found("(?<=-P)[\\w,]+", run).stream().flatMap(list -> Stream.of(list.split(",", -1))))
                .allMatch(Repository::hasProfile, "is a profile");
    }

    @Test
    void releaseProvesWhereItsFilesComeFromAndHasTheSecretsThatThePageNames() throws IOException {
        String release = Files.readString(FOLDER.resolve("release.yml"));
        assertThat(release)
                .contains("-Didgen.release=true", "run: .ci/reproducible", "-Psecurity")
                .contains(
                        "subject-path: |\n            **/idgen-*/target/*.jar\n            **/idgen-*/target/bom.json");
        String page = Page.of("docs/releasing.md").text();
        assertThat(Page.found("(?<=secrets\\.)\\w+", release))
                .hasSize(5)
                .allSatisfy(secret -> assertThat(page).contains("`" + secret + "`"));
    }

    /** What SECURITY.md says of known weaknesses is what the build does. */
    @Test
    void findingsAreTreatedAsThePolicySays() {
        String pom = Page.of("pom.xml").text();
        String score = Page.found("(?<=<failBuildOnCVSS>)\\d+", pom).get(0);
        String accepted = Page.found("(?<=/)\\.ci/[\\w-]+\\.xml(?=</suppressionFile>)", pom)
                .get(0);
        assertThat(Page.of("SECURITY.md").text()).contains("CVSS " + score + " or more", "`" + accepted + "`");
        assertThat(Page.found(
                        "(?s)<suppress\\b.*?(</suppress|/)>", Page.of(accepted).text()))
                .allMatch(entry -> entry.matches("(?s).*until=\".*<notes>[^<]{20,}.*"), "has an end and a reason");
    }

    @Test
    void buildRunsOnTheJavaThatIsPromised() throws IOException {
        Map<Object, Object> verify =
                map(map(yaml(FOLDER.resolve("build.yml")).get("jobs")).get("verify"));
        List<?> versions =
                (List<?>) map(map(verify.get("strategy")).get("matrix")).get("java");
        assertThat(Page.found(
                        "(?<=<maven.compiler.release>)\\d+", Page.of("pom.xml").text()))
                .containsExactly(versions.get(0).toString());
        assertThat(Page.of("docs/versioning.md").mentions("(?<=\\| Java )\\d+"))
                .allMatch(shown -> versions.contains(Integer.valueOf(shown)));
    }

    /** GitHub ignores a line whose path is not there: the files would lose their stricter owners. */
    @Test
    void ownersAreOfFilesThatExist() throws IOException {
        List<String> lines = Files.readAllLines(Repository.ROOT.resolve(".github/CODEOWNERS")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        assertThat(lines).first().asString().startsWith("* ");
        assertThat(lines.subList(1, lines.size())).isNotEmpty().allSatisfy(line -> {
            assertThat(line).matches("/\\S+ +@[\\w-]+/[\\w-]+");
            assertThat(line.substring(1, line.indexOf(' '))).matches(Repository::hasFile, "exists");
        });
    }

    private static Map<Object, Object> yaml(Path path) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return map(new Yaml(new SafeConstructor(options)).load(Files.readString(path)));
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> map(Object value) {
        return (Map<Object, Object>) value;
    }
}
