package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bill of materials has no parent that would keep its version and its list right. */
class BomTests {

    private static final Path BOM = Path.of("..", "idgen-bom", "pom.xml");

    @Test
    void bomHasTheVersionOfThisBuildAndNothingOfItsParent() throws IOException {
        assertThat(first(BOM, "version")).isEqualTo(first(Path.of("..", "pom.xml"), "version"));
        assertThat(Files.readString(BOM)).doesNotContain("<parent>").doesNotContain("<scope>import</scope>");
    }

    @Test
    void bomManagesAllModulesWithAJarThatArePublished() throws IOException {
        assertThat(all(BOM, "artifactId"))
                .containsExactly("idgen-bom", "idgen-spring-boot-autoconfigure", "idgen-spring-boot-starter");
        assertThat(all(Path.of("..", "pom.xml"), "module"))
                .containsExactly(
                        "idgen-bom",
                        "idgen-spring-boot-autoconfigure",
                        "idgen-spring-boot-starter",
                        "samples",
                        "benchmarks");
    }

    private static String first(Path pom, String element) throws IOException {
        return all(pom, element).get(0);
    }

    private static List<String> all(Path pom, String element) throws IOException {
        return Pattern.compile("<" + element + ">(.*)</" + element + ">")
                .matcher(Files.readString(pom))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
