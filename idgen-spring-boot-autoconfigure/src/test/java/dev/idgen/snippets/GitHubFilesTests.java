package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What GitHub reads of this repository: workflows and updates. */
class GitHubFilesTests {

    private static final Path FOLDER = Repository.ROOT.resolve(".github");

    /** What a job may do beside reading: nothing, publish the site or a release, or report what it found. */
    private static final Set<Object> PERMISSIONS = Set.of(
            Map.of(),
            Map.of("pages", "write", "id-token", "write"),
            Map.of("contents", "read", "id-token", "write", "attestations", "write"),
            Map.of("contents", "read", "security-events", "write"),
            Map.of("contents", "read", "security-events", "write", "id-token", "write"));

    static Stream<Path> workflows() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve("workflows"))) {
            return files.toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void workflowRunsFilesAndProfilesThatExist(Path workflow) throws IOException {
        Map<Object, Object> yaml = yaml(workflow);
        // 'on' is a word for true.
        assertThat(yaml).containsKeys("name", true, "jobs");
        assertThat(yaml.get("permissions")).isEqualTo(Map.of("contents", "read"));
        map(yaml.get("jobs")).values().forEach(value -> {
            Map<Object, Object> job = map(value);
            assertThat(job).containsKeys("runs-on", "timeout-minutes");
            assertThat(list(job.get("steps"))).isNotEmpty().allSatisfy(step -> {
                String uses = String.valueOf(map(step).get("uses"));
                String run = String.valueOf(map(step).get("run"));
                assertThat(map(step).containsKey("uses")).isNotEqualTo(map(step).containsKey("run"));
                assertThat(uses).matches("null|(actions|graalvm|github|ossf)/[a-z/-]+@.+");
                assertThat(found("(?<=^|\n)(\\./mvnw|(compatibility|\\.ci)/[\\w-]+)", run))
                        .allMatch(Repository::hasFile);
                assertThat(found("(?<=-P)[\\w,]+", run).stream().flatMap(list -> Stream.of(list.split(",", -1))))
                        .allMatch(Repository::hasProfile, "is a profile");
            });
        });
    }

    /** What would let others change what a workflow runs or publishes. */
    @ParameterizedTest
    @MethodSource("workflows")
    void workflowTrustsNothingThatMayChange(Path workflow) throws IOException {
        String text = Files.readString(workflow);
        assertThat(text).doesNotContain("pull_request_target");
        assertThat(found("(?<=uses: ).+", text))
                .allMatch(use -> use.matches("\\S+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
        Map<Object, Object> yaml = yaml(workflow);
        assertThat(yaml).doesNotContainKey("env");
        assertThat(map(yaml.get("jobs")).values()).allSatisfy(value -> {
            Map<Object, Object> job = map(value);
            assertThat(job.getOrDefault("permissions", Map.of())).isIn(PERMISSIONS);
            assertThat(job).doesNotContainKey("env"); // all steps would see it
            assertThat(list(job.get("steps"))).allSatisfy(step -> {
                Map<Object, Object> with = map(map(step).getOrDefault("with", Map.of()));
                if (String.valueOf(map(step).get("uses")).startsWith("actions/checkout@")) {
                    assertThat(with).containsEntry("persist-credentials", false);
                }
                if (job.containsKey("environment")) {
                    assertThat(with).doesNotContainKey("cache"); // another workflow could have filled it
                }
                assertThat(String.valueOf(map(step).get("run"))).doesNotContain("${{"); // others may have named it
            });
        });
    }

    @Test
    void workflowsUseOneVersionOfEachAction() throws IOException {
        Set<String> pins = new TreeSet<>();
        for (Path workflow : workflows().toList()) {
            pins.addAll(found("(?<=uses: ).+", Files.readString(workflow)));
        }
        assertThat(pins).extracting(pin -> pin.substring(0, pin.indexOf('@'))).doesNotHaveDuplicates();
    }

    @Test
    void releaseIsCompleteAndProvesWhereItsFilesComeFrom() throws IOException {
        String release = Files.readString(FOLDER.resolve("workflows/release.yml"));
        assertThat(release)
                .contains("-Didgen.release=true", "run: .ci/reproducible", "-Psecurity")
                .contains(
                        "subject-path: |\n            **/idgen-*/target/*.jar\n            **/idgen-*/target/bom.json");
    }

    /** What SECURITY.md says of known weaknesses is what the build does. */
    @Test
    void findingsAreTreatedAsThePolicySays() throws IOException {
        String pom = Files.readString(Repository.ROOT.resolve("pom.xml"));
        String policy = Files.readString(Repository.ROOT.resolve("SECURITY.md"));
        String score = found("(?<=<failBuildOnCVSS>)\\d+", pom).get(0);
        String accepted =
                found("(?<=/)\\.ci/[\\w-]+\\.xml(?=</suppressionFile>)", pom).get(0);
        assertThat(policy).contains("CVSS " + score + " or more").contains("`" + accepted + "`");
        String entries = Files.readString(Repository.ROOT.resolve(accepted));
        assertThat(found("(?s)<suppress\\b.*?(</suppress|/)>", entries))
                .allMatch(entry -> entry.matches("(?s).*until=\".*<notes>[^<]{20,}.*"), "has an end and a reason");
    }

    @Test
    void buildRunsOnTheJavaThatIsPromised() throws IOException {
        Map<Object, Object> verify =
                map(map(yaml(FOLDER.resolve("workflows/build.yml")).get("jobs")).get("verify"));
        List<Object> versions =
                list(map(map(verify.get("strategy")).get("matrix")).get("java"));
        String pom = Files.readString(Repository.ROOT.resolve("pom.xml"));
        assertThat(found("(?<=<maven.compiler.release>)\\d+", pom))
                .containsExactly(versions.get(0).toString());
        assertThat(Page.of("docs/versioning.md").mentions("(?<=\\| Java )\\d+"))
                .allMatch(shown -> versions.contains(Integer.valueOf(shown)));
    }

    @Test
    void releaseHasTheSecretsThatThePageNames() throws IOException {
        String page = Files.readString(Repository.ROOT.resolve("docs/releasing.md"));
        List<String> secrets = found("(?<=secrets\\.)\\w+", Files.readString(FOLDER.resolve("workflows/release.yml")));
        assertThat(secrets).hasSize(5).allSatisfy(secret -> assertThat(page).contains("`" + secret + "`"));
    }

    /** GitHub ignores a line whose path is not there: the files would lose their stricter owners. */
    @Test
    void ownersAreOfFilesThatExist() throws IOException {
        List<String> lines = Files.readAllLines(FOLDER.resolve("CODEOWNERS")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        assertThat(lines).first().asString().startsWith("* ");
        assertThat(lines.subList(1, lines.size())).isNotEmpty().allSatisfy(line -> {
            assertThat(line).matches("/\\S+ +@[\\w-]+/[\\w-]+");
            assertThat(line.substring(1, line.indexOf(' '))).matches(Repository::hasFile, "exists");
        });
    }

    @Test
    void updatesAreOfProjectsThatExist() throws IOException {
        Map<Object, Object> maven =
                map(list(yaml(FOLDER.resolve("dependabot.yml")).get("updates")).get(0));
        assertThat(list(maven.get("directories")))
                .isNotEmpty()
                .allMatch(folder ->
                        Repository.hasFile(folder.toString().substring(1) + "/pom.xml") || folder.equals("/"));
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static Map<Object, Object> yaml(Path path) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return map(new Yaml(new SafeConstructor(options)).load(Files.readString(path)));
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> map(Object value) {
        assertThat(value).isInstanceOf(Map.class);
        return (Map<Object, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        assertThat(value).isInstanceOf(List.class);
        return (List<Object>) value;
    }
}
