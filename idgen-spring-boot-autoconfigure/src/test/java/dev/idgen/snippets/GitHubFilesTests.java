package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What GitHub reads of this repository: workflows, forms for issues, and updates. */
class GitHubFilesTests {

    private static final Path FOLDER = Repository.ROOT.resolve(".github");

    /** What a job may do beside reading: nothing, or the publication of the site, or that of a release. */
    private static final Set<Object> PERMISSIONS = Set.of(
            Map.of(),
            Map.of("pages", "write", "id-token", "write"),
            Map.of("contents", "read", "id-token", "write", "attestations", "write"));

    static Stream<Path> workflows() throws IOException {
        return files("workflows");
    }

    static Stream<Path> forms() throws IOException {
        return files("ISSUE_TEMPLATE").filter(path -> !path.endsWith("config.yml"));
    }

    private static Stream<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
            return files.sorted().toList().stream();
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
                assertThat(uses).matches("null|(actions|graalvm)/[a-z-]+@.+");
                assertThat(found("(?<=^|\n)(\\./mvnw|(compatibility|\\.ci)/[\\w-]+)", run))
                        .allMatch(Repository::hasFile);
                assertThat(found("(?<=-P)[\\w,]+", run).stream().flatMap(list -> Stream.of(list.split(",", -1))))
                        .allMatch(Repository::hasProfile, "is a profile");
            });
        });
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void workflowTrustsNothingThatMayChange(Path workflow) throws IOException {
        assertThat(careless(Files.readString(workflow))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'checkout@[0-9a-f]+', 'checkout@v4'",
        "'checkout@(.{40}) # v[0-9.]+', 'checkout@$1'",
        "'checkout@.{40}', 'checkout@0000000000000000000000000000000000000000'",
        "'persist-credentials: false', 'fetch-depth: 0'",
        "'attestations: write', 'attestations: write\n      packages: write'",
        "'contents: read\n\njobs', 'contents: write\n\njobs'",
        "'java-version: 17', 'java-version: 17\n          cache: maven'",
        "'push:', 'pull_request_target:'",
        "'timeout-minutes: 150', 'timeout-minutes: 150\n    env:\n      KEY: ${{ secrets.KEY }}'",
        "'run: .ci/reproducible', 'run: .ci/reproducible ${{ github.ref_name }}'"
    })
    void carelessChangeIsFound(String what, String instead) throws IOException {
        String release = Files.readString(FOLDER.resolve("workflows/release.yml"));
        String changed = release.replaceAll(
                what.replace("\\n", "\n"), instead.replace("\\n", "\n").replace("${", "\\${"));
        assertThat(changed).isNotEqualTo(release);
        assertThat(careless(changed)).isNotEmpty();
    }

    /** What would let others change what a workflow runs or publishes. */
    private static List<String> careless(String workflow) throws IOException {
        List<String> careless = new ArrayList<>();
        Set<String> pins = new TreeSet<>();
        for (Path other : workflows().toList()) {
            pins.addAll(found("(?<=uses: )\\S+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+(?=\n)", Files.readString(other)));
        }
        for (String use : found("(?<=uses: ).+", workflow)) {
            if (!pins.contains(use)) {
                careless.add("other commit than elsewhere, or no commit and version: " + use);
            }
        }
        if (pins.stream()
                        .map(pin -> pin.substring(0, pin.indexOf('@')))
                        .distinct()
                        .count()
                < pins.size()) {
            careless.add("several versions of an action: " + pins);
        }
        Map<Object, Object> yaml = map(new Yaml().load(workflow));
        if (!yaml.get("permissions").equals(Map.of("contents", "read")) || workflow.contains("pull_request_target")) {
            careless.add("permissions of all jobs");
        }
        map(yaml.get("jobs")).values().forEach(value -> {
            Map<Object, Object> job = map(value);
            Object permissions = job.getOrDefault("permissions", Map.of());
            if (!PERMISSIONS.contains(permissions)) {
                careless.add("permissions " + permissions);
            }
            if (job.containsKey("env") || yaml.containsKey("env")) {
                careless.add("variables that all steps see");
            }
            for (Object step : list(job.get("steps"))) {
                String uses = String.valueOf(map(step).get("uses"));
                Map<Object, Object> with = map(map(step).getOrDefault("with", Map.of()));
                if (uses.startsWith("actions/checkout@") && !Boolean.FALSE.equals(with.get("persist-credentials"))) {
                    careless.add("leaves its token behind");
                }
                if (job.containsKey("environment") && with.containsKey("cache")) {
                    careless.add("publishes what another workflow may have put in a cache");
                }
                if (String.valueOf(map(step).get("run")).contains("${{")) {
                    careless.add("a shell runs what somebody else may have named");
                }
            }
        });
        return careless;
    }

    @Test
    void releaseIsCompleteAndProvesWhereItsFilesComeFrom() throws IOException {
        String release = Files.readString(FOLDER.resolve("workflows/release.yml"));
        assertThat(release)
                .contains("-Didgen.release=true", "run: .ci/reproducible", "-Psecurity")
                .contains("subject-path: |\n            idgen-*/target/*.jar\n            idgen-*/target/bom.json");
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
        assertThat(found("(?s)<suppress\\b.*?</suppress>", entries))
                .allSatisfy(entry -> assertThat(entry).contains("until=\"").containsPattern("<notes>[^<]{20,}"));
        assertThat(found("<suppress\\s[^>]*/>", entries)).isEmpty();
    }

    @Test
    void buildRunsOnTheJavaThatIsPromised() throws IOException {
        Map<Object, Object> verify =
                map(map(yaml(FOLDER.resolve("workflows/build.yml")).get("jobs")).get("verify"));
        List<Object> versions =
                list(map(map(verify.get("strategy")).get("matrix")).get("java"));
        assertThat(versions).startsWith(Integer.valueOf(javaVersion()));
        for (String shown :
                found("(?<=\\| Java )\\d+", Page.of("docs/compatibility.md").text())) {
            assertThat(versions).contains(Integer.valueOf(shown));
        }
    }

    @Test
    void releaseHasTheSecretsThatThePageNames() throws IOException {
        String page = Files.readString(Repository.ROOT.resolve("docs/releasing.md"));
        List<String> secrets = found("(?<=secrets\\.)\\w+", Files.readString(FOLDER.resolve("workflows/release.yml")));
        assertThat(secrets).hasSize(5).allSatisfy(secret -> assertThat(page).contains("`" + secret + "`"));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void formNamesPagesAndLabelsThatExist(Path form) throws IOException {
        assertThat(found("(?:docs/)?[\\w-]+\\.md", Files.readString(form))).allMatch(Repository::hasFile, "is a page");
        assertThat(list(yaml(form).get("labels")))
                .allSatisfy(label -> assertThat(Files.readString(Repository.ROOT.resolve("docs/releasing.md")))
                        .contains("`" + label + "`"));
    }

    @Test
    void updatesAreOfProjectsThatExist() throws IOException {
        Map<Object, Object> yaml = yaml(FOLDER.resolve("dependabot.yml"));
        assertThat(yaml.get("version")).isEqualTo(2);
        Map<Object, Object> maven = map(list(yaml.get("updates")).get(0));
        assertThat(maven.get("package-ecosystem")).isEqualTo("maven");
        assertThat(list(maven.get("directories")))
                .isNotEmpty()
                .allMatch(folder ->
                        Repository.hasFile(folder.toString().substring(1) + "/pom.xml") || folder.equals("/"));
        String errorProne = found(
                        "(?<=<error-prone.version>)[\\d.]+", Files.readString(Repository.ROOT.resolve("pom.xml")))
                .get(0);
        assertThat(maven.get("ignore").toString()).contains("(" + errorProne + ",)");
    }

    private static String javaVersion() throws IOException {
        return found("(?<=<maven.compiler.release>)\\d+", Files.readString(Repository.ROOT.resolve("pom.xml")))
                .get(0);
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
