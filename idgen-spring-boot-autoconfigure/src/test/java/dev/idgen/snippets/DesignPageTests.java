package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.idgen.ProductClasses;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pictures of {@code docs/design.md} show the code: their names are classes, or a package of them, each explained in the table below,
 * and their arrows are dependencies. They stay small enough to be taken in at a glance, and lead forward only.
 */
class DesignPageTests {

    private static final Page PAGE = Page.of("docs/design.md");
    private static final Pattern PICTURE_AND_TABLE =
            Pattern.compile("(?ms)^```mermaid\\Rflowchart TD\\R(.*?)^```\\R\\R((?:^\\|.*?\\|$\\R)+)");
    private static final Pattern ARROW = Pattern.compile(" {4}([\\w.]+) (-->|-\\.->)(?:\\|\"[^\"]+\"\\|)? ([\\w.]+)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([\\w.]+)` \\|");

    /** Pure functions on numbers and characters, drawn as one box. */
    private static final String CODEC = "internal.codec";

    private static final int MOST_TYPES = 10;

    private static final JavaClasses CLASSES = ProductClasses.ALL;

    /** An arrow of a picture; one that is dotted hands on a result. */
    private record Arrow(String from, String to, boolean dotted) {

        @Override
        public String toString() {
            return from + (dotted ? " -.-> " : " --> ") + to;
        }
    }

    /** A picture, and what the first column of the table below it names. */
    private record Picture(List<Arrow> arrows, List<String> table) {

        static Picture of(MatchResult found) {
            List<Arrow> arrows = found.group(1).lines().map(Picture::arrow).toList();
            List<String> rows = ROW.matcher(found.group(2))
                    .results()
                    .map(row -> row.group(1))
                    .toList();
            return new Picture(arrows, rows);
        }

        private static Arrow arrow(String line) {
            return ARROW.matcher(line)
                    .results()
                    .filter(found -> found.group().equals(line))
                    .findFirst()
                    .map(found -> new Arrow(
                            found.group(1), found.group(3), found.group(2).contains(".")))
                    .orElseThrow(() -> new AssertionError("no arrow: " + line));
        }

        Set<String> names() {
            return arrows.stream()
                    .flatMap(arrow -> Stream.of(arrow.from(), arrow.to()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /** All that arrows lead to from a name. */
        Set<String> reachableFrom(String name) {
            Set<String> reached = new HashSet<>();
            addReachable(name, reached);
            return reached;
        }

        private void addReachable(String name, Set<String> reached) {
            for (Arrow arrow : arrows) {
                if (arrow.from().equals(name) && reached.add(arrow.to())) {
                    addReachable(arrow.to(), reached);
                }
            }
        }
    }

    private static List<Picture> pictures() {
        return PICTURE_AND_TABLE.matcher(PAGE.text()).results().map(Picture::of).toList();
    }

    @Test
    void eachPictureIsCheckedHere() {
        assertThat(PAGE.blocks("mermaid")).hasSameSizeAs(pictures()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void pictureShowsFewClassesAndTheirDependenciesAndLeadsForward(Picture picture) {
        assertThat(picture.names()).hasSizeLessThanOrEqualTo(MOST_TYPES).allSatisfy(name -> {
            assertThat(named(name)).as(name).hasSizeBetween(1, name.equals(CODEC) ? Integer.MAX_VALUE : 1);
            assertThat(picture.reachableFrom(name)).doesNotContain(name);
        });
        assertThat(picture.arrows()).allMatch(DesignPageTests::isDependency, "is a dependency");
        assertThat(picture.table()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(picture.names());
    }

    /** The class of a simple name, private ones aside, or those of a package. */
    private static Set<JavaClass> named(String name) {
        return CLASSES.stream()
                .filter(type -> type.getSimpleName().equals(name)
                        || type.getPackageName().endsWith("." + name))
                .filter(type -> !type.getModifiers().contains(JavaModifier.PRIVATE))
                .collect(Collectors.toSet());
    }

    /** A class and the classes in it. */
    private static Set<JavaClass> allOf(String name) {
        Set<JavaClass> outer = named(name);
        return CLASSES.stream()
                .filter(type -> outer.stream()
                        .anyMatch(o -> type.equals(o) || type.getName().startsWith(o.getName() + "$")))
                .collect(Collectors.toSet());
    }

    /** A caller knows what it calls; of a result, one side knows the other. */
    private static boolean isDependency(Arrow arrow) {
        Set<JavaClass> from = allOf(arrow.from());
        Set<JavaClass> to = allOf(arrow.to());
        return knows(from, to) || (arrow.dotted() && knows(to, from));
    }

    /** Whether some class depends on another, or on an interface of this project that the other implements. */
    private static boolean knows(Set<JavaClass> some, Set<JavaClass> others) {
        Set<JavaClass> known = some.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass())
                .collect(Collectors.toSet());
        return others.stream()
                .flatMap(other -> Stream.concat(Stream.of(other), other.getAllRawInterfaces().stream()))
                .filter(CLASSES::contains)
                .anyMatch(known::contains);
    }
}
