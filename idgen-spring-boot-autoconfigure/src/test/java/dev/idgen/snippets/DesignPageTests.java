package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.idgen.ProductClasses;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pictures of {@code docs/design.md} show the code: an arrow is a dependency.
 */
class DesignPageTests {

    private static final Page PAGE = Page.of("docs/design.md");
    private static final Pattern ARROW = Pattern.compile("(?m)^ {4}([\\w.]+) (-->|-\\.->)\\|\"[^\"]+\"\\| ([\\w.]+)$");
    private static final Pattern PICTURE = Pattern.compile("(?ms)^```mermaid\\Rflowchart TD\\R(.*?)^```");

    @Test
    void picturesShowDependencies() {
        List<MatchResult> pictures = PICTURE.matcher(PAGE.text()).results().toList();
        assertThat(pictures).hasSize(2).hasSameSizeAs(PAGE.blocks("mermaid")).allSatisfy(picture -> {
            List<MatchResult> arrows = ARROW.matcher(picture.group(1)).results().toList();
            assertThat(arrows).hasSize((int) picture.group(1).lines().count()).allSatisfy(arrow -> {
                List<JavaClass> from = named(arrow.group(1));
                List<JavaClass> to = named(arrow.group(3));
                // A caller knows what it calls; of a result, one side knows the other.
                assertThat(knows(from, to) || (arrow.group(2).contains(".") && knows(to, from)))
                        .as(arrow.group())
                        .isTrue();
            });
        });
    }

    /** A class and those in it, by its simple name, or those of a package. */
    private static List<JavaClass> named(String name) {
        String pattern = ".*\\." + name + "([.$].*)?";
        return ProductClasses.ALL.stream()
                .filter(type -> type.getName().matches(pattern))
                .toList();
    }

    /** Whether some class depends on another, or on an interface of this project that the other implements. */
    private static boolean knows(List<JavaClass> some, List<JavaClass> others) {
        Set<JavaClass> known = some.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass())
                .collect(Collectors.toSet());
        return others.stream()
                .flatMap(other -> Stream.concat(Stream.of(other), other.getAllRawInterfaces().stream()))
                .filter(ProductClasses.ALL::contains)
                .anyMatch(known::contains);
    }
}
