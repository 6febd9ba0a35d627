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

/** What GitHub reads of this repository: workflows, forms for issues, updates; and what the README's badges say. */
class GitHubFilesTests {

    private static final Path FOLDER = Repository.ROOT.resolve(".github");

    private static final Set<String> FIELDS = Set.of("markdown", "textarea", "input", "dropdown", "checkboxes");

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
    void workflowRunsWhatThereIs(Path workflow) throws IOException {
        Map<Object, Object> yaml = yaml(workflow);
        // 'on' is a word for true.
        assertThat(yaml).containsKeys("name", true, "jobs");
        assertThat(yaml.get("permissions")).isEqualTo(Map.of("contents", "read"));
        map(yaml.get("jobs")).values().forEach(it -> {
            Map<Object, Object> job = map(it);
            assertThat(job).containsKeys("runs-on", "timeout-minutes");
            assertThat(list(job.get("steps"))).isNotEmpty().allSatisfy(step -> {
                String uses = String.valueOf(map(step).get("uses"));
                String run = String.valueOf(map(step).get("run"));
                assertThat(map(step).containsKey("uses")).isNotEqualTo(map(step).containsKey("run"));
                assertThat(uses).matches("null|actions/[a-z-]+@v\\d+");
                assertThat(found("(?<=^|\n)(\\./mvnw|compatibility/\\w+)", run)).allMatch(Repository::hasFile);
                assertThat(found("(?<=-P)[\\w,]+", run).stream().flatMap(its -> Stream.of(its.split(",", -1))))
                        .allMatch(Repository::hasProfile, "is a profile");
            });
        });
    }

    @Test
    void buildRunsOnTheJavaThatIsPromised() throws IOException {
        Map<Object, Object> verify =
                map(map(yaml(FOLDER.resolve("workflows/build.yml")).get("jobs")).get("verify"));
        List<Object> versions =
                list(map(map(verify.get("strategy")).get("matrix")).get("java"));
        assertThat(versions).startsWith(Integer.valueOf(javaVersion()));
        for (String shown : found("(?<=\\| Java )\\d+", Page.of("README.md").text())) {
            assertThat(versions).contains(Integer.valueOf(shown));
        }
    }

    @Test
    void releaseHasTheSecretsThatThePageNames() throws IOException {
        String page = Files.readString(Repository.ROOT.resolve("docs/releasing.md"));
        List<String> secrets = found("(?<=secrets\\.)\\w+", Files.readString(FOLDER.resolve("workflows/release.yml")));
        assertThat(secrets).hasSize(4).allSatisfy(secret -> assertThat(page).contains("`" + secret + "`"));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void formAsksWhatCanBeAnswered(Path form) throws IOException {
        Map<Object, Object> yaml = yaml(form);
        assertThat(yaml).containsKeys("name", "description", "body");
        Set<Object> ids = new TreeSet<>();
        for (Object it : list(yaml.get("body"))) {
            Map<Object, Object> field = map(it);
            Map<Object, Object> attributes = map(field.get("attributes"));
            assertThat(FIELDS).contains((String) field.get("type"));
            if (field.get("type").equals("markdown")) {
                assertThat(attributes).containsKey("value");
            } else {
                assertThat(attributes.get("label").toString()).isNotBlank();
                assertThat(ids.add(field.get("id")))
                        .as("%s once", field.get("id"))
                        .isTrue();
            }
            if (field.get("type").equals("dropdown")) {
                assertThat(list(attributes.get("options")))
                        .doesNotHaveDuplicates()
                        .hasSizeGreaterThan(1);
            }
        }
        assertThat(found("(?:docs/)?[\\w-]+\\.md", Files.readString(form))).allMatch(Repository::hasFile, "is a page");
        assertThat(list(yaml.get("labels")))
                .allSatisfy(label -> assertThat(Files.readString(Repository.ROOT.resolve("docs/releasing.md")))
                        .contains("`" + label + "`"));
    }

    @Test
    void formForADuplicateAsksForWhatFindsIt() throws IOException {
        List<Object> body =
                list(yaml(FOLDER.resolve("ISSUE_TEMPLATE/duplicate-id.yml")).get("body"));
        assertThat(body.stream().map(GitHubFilesTests::map).filter(field -> field.containsKey("validations")))
                .extracting(field -> field.get("id"))
                .contains("ids", "kind", "versions", "store", "topology", "events", "clock", "configuration");
        assertThat(body).extracting(field -> map(field).get("id")).contains("endpoint", "records", "log");
    }

    @Test
    void updatesAreOfProjectsThatThereAre() throws IOException {
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

    static Stream<Page> readmes() {
        return Translation.inEachLanguage("README.md");
    }

    @ParameterizedTest
    @MethodSource("readmes")
    void badgesSayWhatIsTrue(Page readme) throws IOException {
        List<String> lines = found("(?m)(?<=^\\| )\\d+\\.\\d+(?=\\.\\d+ \\| (passed|通过))", readme.text());
        String license = found("(?<=<name>)Apache-2.0(?=</name>)", Files.readString(Repository.ROOT.resolve("pom.xml")))
                .get(0);
        assertThat(lines).hasSize(3);
        assertThat(found("(?<=!\\[)[^]]+(?=]\\(https://img)", readme.text()))
                .containsExactly(
                        "Java " + javaVersion() + " and later",
                        "Spring Boot " + String.join(", ", lines),
                        "License: " + license);
        assertThat(readme.text())
                .contains(
                        "/Java-" + javaVersion() + "_and_later-",
                        "/Spring_Boot-" + String.join("_%7C_", lines) + "-",
                        "/license-" + license.replace("-", "--") + "-");
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
