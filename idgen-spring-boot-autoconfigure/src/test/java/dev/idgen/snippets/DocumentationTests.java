package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CounterUnavailableException;
import dev.idgen.IdCodec;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.KeyedIds;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.RoutedIds;
import dev.idgen.SequenceUnavailableException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * What all pages of the documentation have to do with the code: Java compiles, configuration starts an application that
 * issues ids, XML is well formed and names modules of this build, commands name what there is, links lead somewhere.
 */
class DocumentationTests {

    private static final String GROUP = Pattern.quote(Repository.group());

    /**
     * Languages of blocks: those that are checked here, and {@code mermaid}, {@code text} and {@code shell} for what is
     * read by people.
     */
    private static final Set<String> LANGUAGES =
            Set.of("java", "yaml", "xml", "json", "js", "kotlin", "mermaid", "sql", "shell", "text");

    /** Group, artifact and, if there is one, version. */
    private static final Pattern COORDINATES =
            Pattern.compile("<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>(?:\\s*<version>([^<]+)<)?");

    private static final KnownProperties PROPERTIES = new KnownProperties();

    private static Stream<Page> pages() {
        return Repository.pages();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void blocksAreInLanguagesThatAreChecked(Page page) {
        assertThat(page.blocks()).extracting(Page.Block::language).isSubsetOf(LANGUAGES);
        if (!page.toString().endsWith("/kotlin.md")) {
            assertThat(page.blocks("kotlin")).allMatch(KotlinSnippets::isBuildScript);
        }
    }

    @Test
    void javaOfAllPagesCompiles() throws IOException {
        assertThat(CompiledSnippets.javaOfAllPages()).isNotEmptyDirectory();
    }

    /** Some snippets are sources of these tests, because a framework or JUnit runs them. */
    @Test
    void javaWithASourceHereIsThatSource() {
        List<String> names = List.of(
                "OrderController", "ReactiveOrders", "EagerIds", "ShopController", "CheckoutTests", "OrdersTests");
        List<String> blocks = pages().filter(page -> !page.isChinese())
                .flatMap(page -> page.blocks("java").stream())
                .filter(block -> !Repository.isCompiledInIntegrations(block))
                .toList();
        assertThat(names).allSatisfy(name -> {
            Path source = Path.of("src/test/java/dev/idgen/snippets/" + name + ".java");
            assertThat(blocks)
                    .filteredOn(block -> block.matches("(?s).*\\b(class|interface) " + name + " .*"))
                    .isNotEmpty()
                    .allSatisfy(block -> assertThat(source).content().endsWith("\n\n" + block));
        });
    }

    @ParameterizedTest
    @MethodSource("pages")
    void configurationStartsAnApplicationThatIssuesIds(Page page) {
        for (String yaml : page.blocks("yaml")) {
            assertThat(Page.properties(yaml).getPropertyNames())
                    .allMatch(PROPERTIES::has, "is a property that is known");
            if (yaml.contains("transactional:")) {
                continue; // has no ids outside of a transaction, see CountersPagesTests
            }
            SnippetApplication.inMemory(yaml).run(context -> {
                assertThat(context.getBean(IdService.class).nextId()).isNotEmpty();
                IdGenerators generators = context.getBean(IdGenerators.class);
                for (String name : generators.names()) {
                    IdCodec<?> ids = generators.codec(name);
                    IdGenerator<?> generator = ids instanceof KeyedIds<?> keyed
                            ? keyed.forKey("a")
                            : ids instanceof RoutedIds routed
                                    ? routed.forRoute(0)
                                    : ids instanceof IdGenerator<?> unkeyed ? unkeyed : null;
                    if (generator != null) { // of type existing
                        assertThat((Object) generator.next()).as(name).isNotNull();
                    }
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void xmlAndJsonAreWellFormed(Page page) throws Exception {
        DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        for (String xml : page.blocks("xml")) {
            assertThat(parser.parse(new InputSource(new StringReader(xml)))).isNotNull();
        }
        assertThat(page.blocks("json"))
                .allSatisfy(
                        json -> assertThat(JsonMapper.shared().readTree(json)).isNotNull());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void coordinatesAreThoseOfThisBuild(Page page) {
        COORDINATES.matcher(page.text()).results().forEach(found -> {
            switch (found.group(1)) {
                case "org.springframework.boot" -> assertThat(found.group(3)).isIn(null, Repository.springBoot());
                case "com.baomidou" -> assertThat(found.group(3)).isEqualTo(Repository.mybatisPlus());
                default -> {
                    if (found.group(1).equals(Repository.group())) {
                        assertThat(found.group(2)).matches(Repository::hasModule, "is a module");
                        assertThat(found.group(3)).isEqualTo(Repository.version());
                    }
                }
            }
        });
        assertThat(page.mentions("(?<=" + GROUP + ":)[\\w-]+(?=:)")).allMatch(Repository::hasModule, "is a module");
        assertThat(page.mentions("(?<=" + GROUP + ":[\\w-]{1,50}:)[\\w.-]+")).allMatch(Repository.version()::equals);
        assertThat(page.mentions("(?<=org\\.springframework\\.boot['\"]\\)? version ['\"])[\\w.-]+"))
                .allMatch(Repository.springBoot()::equals);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsNameWhatExists(Page page) {
        assertThat(page.mentions("(?<= -pl )[\\w/-]+"))
                .allMatch(module -> Repository.hasFile(module + "/pom.xml"), "is a module");
        assertThat(page.mentions("(?<= -P)\\w+")).allMatch(Repository::hasProfile, "is a profile");
        assertThat(tests(page)).allMatch(Repository::hasSource, "is a test");
        assertThat(page.mentions("\\bdev\\.idgen\\.[a-z.]*[A-Z]\\w+")).allMatch(Repository::hasSource, "is a class");
        assertThat(page.mentions("(?<=-D)idgen\\.[a-z.]+"))
                .allMatch(name -> Repository.hasInSources("\"" + name) || PROPERTIES.has(name), "is read by a test");
        assertThat(page.mentions("(?<=[`\n ])(\\./)?(mvnw|(benchmarks|compatibility)/[a-z/]*run)(?=[` ])"))
                .allMatch(Repository::hasFile, "is a file");
    }

    private static List<String> tests(Page page) {
        Stream<String> options = page.mentions("(?<=-Dtest=)'?[\\w*,]+").stream()
                .flatMap(option -> Stream.of(option.replace("'", "").split(",", -1)));
        Stream<String> names = page.mentions("(?<=`)\\w+Tests(?=`)").stream();
        return Stream.concat(options, names).toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadSomewhere(Page page) {
        for (String link : page.links()) {
            if (!link.startsWith("https://")) {
                Page target = page.linked(link);
                assertThat(target.path()).as(link).exists();
                if (link.contains("#")) {
                    assertThat(target.anchors()).as(link).contains(link.substring(link.indexOf('#') + 1));
                }
            }
        }
    }

    static Stream<String> reasons() {
        List<Exception> all = new ArrayList<>();
        for (SequenceUnavailableException.Reason reason : SequenceUnavailableException.Reason.values()) {
            all.add(new SequenceUnavailableException(
                    reason, new SequenceUnavailableException.Buckets(1, 2, 3), 100, 500, null));
        }
        for (NodeIdUnavailableException.Reason reason : NodeIdUnavailableException.Reason.values()) {
            all.add(new NodeIdUnavailableException(reason, 1024, List.of(), 500, null));
        }
        for (CounterUnavailableException.Reason reason : CounterUnavailableException.Reason.values()) {
            all.add(new CounterUnavailableException("invoice", reason, 500, null));
        }
        return all.stream()
                .map(failure -> failure.getMessage().replaceFirst(".* after 500 ms: (.+?)( \\(.*|: .*)?$", "$1"))
                .map(failure -> failure.replace("all 1024 node ids", "all ... node ids"))
                .filter(failure -> !failure.endsWith("closed") && !failure.endsWith("interrupted"))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void reasonWhyThereIsNoIdIsExplained(String reason) {
        assertThat(Page.of("docs/runbook.md").text()).contains(reason);
    }
}
