package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CounterUnavailableException;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.SequenceUnavailableException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.json.JsonParserFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * What all pages of the documentation have to do with the code: Java compiles, configuration starts an application that
 * issues ids, XML is well formed and names modules of this build, commands name what there is, links lead somewhere.
 */
class DocumentationTests {

    private static final String GROUP = Pattern.quote(Repository.group());

    /**
     * Languages of blocks: those that are checked here, {@code mermaid}, see {@link DesignPageTests}, and {@code text} and
     * {@code shell} for what is read by people.
     */
    private static final Set<String> LANGUAGES =
            Set.of("java", "yaml", "xml", "json", "groovy", "kotlin", "mermaid", "sql", "shell", "text");

    private static final KnownProperties PROPERTIES = new KnownProperties();

    private static Stream<Page> pages() {
        return Repository.pages();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void blocksAreInLanguagesThatAreChecked(Page page) {
        assertThat(page.blocks()).extracting(Page.Block::language).isSubsetOf(LANGUAGES);
    }

    @Test
    void javaOfAllPagesCompiles() {
        assertThat(CompiledSnippets.javaOfAllPages()).isNotEmptyDirectory();
    }

    /** Some snippets are sources of these tests, because a framework or JUnit runs them. */
    @Test
    void javaWithASourceHereIsThatSource() {
        List<String> names = List.of(
                "OrderController",
                "ReactiveOrders",
                "ParcelMapper",
                "EagerIds",
                "ShopController",
                "CheckoutTests",
                "OrdersTests");
        List<String> blocks = pages().filter(page -> !Translation.isChinese(page))
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

    /** Tests of these pages store the entities, run the Kotlin and ask the database. */
    @ParameterizedTest
    @MethodSource("pages")
    void codeForDatabasesIsOnPagesWhoseTestsRunIt(Page page) {
        String english = (Translation.isChinese(page) ? Translation.englishOf(page) : page).toString();
        if (!english.matches("docs/(entities|gapless|integrations|keys|kotlin)\\.md")) {
            assertThat(page.blocks()).extracting(Page.Block::code).noneMatch(code -> code.contains("@GeneratedId"));
        }
        if (!english.equals("docs/kotlin.md")) {
            assertThat(page.blocks("kotlin")).allMatch(KotlinSnippets::isBuildScript);
        }
        assertThat(page.blocks("sql")).hasSize(english.equals("docs/audit.md") ? 1 : 0);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void configurationStartsAnApplicationThatIssuesIds(Page page) {
        for (String yaml : page.blocks("yaml")) {
            assertThat(Page.properties(yaml).getPropertyNames())
                    .allMatch(PROPERTIES::has, "is a property that is known");
            if (yaml.contains("transactional:")) {
                continue; // has no ids outside of a transaction, see GaplessPageTests
            }
            SnippetApplication.inMemory(yaml).run(context -> {
                assertThat(context.getBean(IdService.class).nextId()).isNotEmpty();
                IdGenerators generators = context.getBean(IdGenerators.class);
                for (String name : generators.names()) {
                    IdGenerator<?> generator = generators.get(name);
                    if (!generator.scheme().name().equals("existing")) {
                        assertThat((Object) generator.next()).as(name).isNotNull();
                    }
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void xmlIsWellFormedAndNamesModulesOfThisBuild(Page page) throws Exception {
        DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        for (String xml : page.blocks("xml")) {
            Element root = parser.parse(new InputSource(new StringReader(xml))).getDocumentElement();
            NodeList groups = root.getOwnerDocument().getElementsByTagName("groupId");
            for (int i = 0; i < groups.getLength(); i++) {
                Element coordinates = (Element) groups.item(i).getParentNode();
                String group = groups.item(i).getTextContent();
                if (group.equals(Repository.group())) {
                    assertThat(child(coordinates, "artifactId")).matches(Repository::hasModule, "is a module");
                    assertThat(child(coordinates, "version")).isEqualTo(Repository.version());
                } else if (group.equals("org.springframework.boot")) {
                    assertThat(child(coordinates, "version")).isIn("", Repository.springBoot());
                } else if (group.equals("com.baomidou")) {
                    assertThat(child(coordinates, "version")).isEqualTo(Repository.mybatisPlus());
                }
            }
        }
    }

    private static String child(Element element, String name) {
        NodeList children = element.getElementsByTagName(name);
        return children.getLength() == 0 ? "" : children.item(0).getTextContent();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void jsonParses(Page page) {
        for (String json : page.blocks("json")) {
            String text = json.strip();
            Object parsed = text.startsWith("[")
                    ? JsonParserFactory.getJsonParser().parseList(text)
                    : JsonParserFactory.getJsonParser().parseMap(text);
            assertThat(parsed).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void coordinatesAreThoseOfThisBuild(Page page) {
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
                String[] target = link.split("#", 2);
                Path path = target[0].isEmpty() ? page.path() : page.path().resolveSibling(target[0]);
                assertThat(path).as(link).exists();
                if (target.length > 1) {
                    assertThat(new Page(path.normalize()).anchors()).as(link).contains(target[1]);
                }
            }
        }
    }

    @Test
    void speedInTheReadmeIsThatOfTheMeasurements() {
        String measured = Page.of("docs/measurements.md")
                .mentions("(?<=`nextId\\(\"ORDR\"\\)` \\| )[\\d.]+")
                .get(0);
        assertThat(Page.of("README.md").text())
                .contains("one thread draws " + (int) Double.parseDouble(measured) + " million ids a second");
    }

    static Stream<String> reasons() {
        Stream<Exception> all = Stream.of(
                        Stream.of(SequenceUnavailableException.Reason.values())
                                .map(failure -> new SequenceUnavailableException(
                                        failure, new SequenceUnavailableException.Buckets(1, 2, 3), 500, null)),
                        Stream.of(NodeIdUnavailableException.Reason.values())
                                .map(failure -> new NodeIdUnavailableException(failure, 1024, List.of(), 500, null)),
                        Stream.of(CounterUnavailableException.Reason.values())
                                .map(failure -> new CounterUnavailableException("invoice", failure, 500, null)))
                .flatMap(Function.identity());
        return all.map(failure -> failure.getMessage().replaceFirst(".* after 500 ms: (.+?)( \\(.*|: .*)?$", "$1"))
                .map(failure -> failure.replace("all 1024 node ids", "all ... node ids"))
                .filter(failure -> !failure.endsWith("closed") && !failure.endsWith("interrupted"))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void reasonWhyThereIsNoIdIsExplained(String reason) {
        String page = Page.of("docs/troubleshooting.md").text();
        assertThat(page.substring(page.indexOf("## Messages"))).contains(reason);
    }
}
