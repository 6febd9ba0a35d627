package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What Maven does not hold: some projects have no parent that would give them their version. */
class PomTests {

    private static final Path ROOT = Repository.ROOT;
    private static final Path BOM = ROOT.resolve("idgen-bom").resolve("pom.xml");

    @Test
    void allProjectsHaveOneVersion() throws IOException {
        String version = all(ROOT.resolve("pom.xml"), "version").get(0);
        assertThat(Repository.poms()).contains(BOM).allSatisfy(pom -> {
            assertThat(all(pom, "version")).first().isEqualTo(version);
            assertThat(all(pom, "idgen.version")).allMatch(version::equals);
        });
    }

    @Test
    void bomManagesIdgensArtifactsAndNothingElse() throws IOException {
        List<String> published = all(ROOT.resolve("pom.xml"), "module").stream()
                .filter(module -> module.startsWith("idgen-"))
                .toList();
        assertThat(all(BOM, "artifactId"))
                .filteredOn(artifact -> artifact.startsWith("idgen-"))
                .containsExactlyElementsOf(published);
        assertThat(Files.readString(BOM)).doesNotContain("<parent>");
    }

    /** With Redis' libraries there is a connection factory, which is used in the place of the database. */
    @Test
    void starterForDatabasesBringsNoRedis() throws IOException {
        Path starter = ROOT.resolve("idgen-spring-boot-starter-jdbc").resolve("pom.xml");
        assertThat(all(starter, "artifactId")).contains("idgen-spring-boot-autoconfigure", "spring-boot-starter-jdbc");
        assertThat(all(starter, "artifactId")).noneMatch(artifact -> artifact.contains("redis"));
        assertThat(all(starter, "include"))
                .isNotEmpty()
                .noneMatch(library -> library.matches(".*(redis|lettuce|jedis).*"));
    }

    @Test
    void bomKnowsTheFormatterOfTheOthers() throws IOException {
        assertThat(all(BOM, "version")).containsAll(all(ROOT.resolve("pom.xml"), "spotless-maven-plugin.version"));
    }

    private static List<String> all(Path pom, String element) throws IOException {
        return Pattern.compile("<" + element + ">(.*)</" + element + ">")
                .matcher(Files.readString(pom))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
