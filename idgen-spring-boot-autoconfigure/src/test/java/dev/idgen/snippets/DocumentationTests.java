package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.io.TempDir;
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

    @TempDir
    private Path folder;

    private static Stream<Page> pages() {
        return Repository.pages();
    }

    private static Stream<Page> pagesWithJava() {
        return pages().filter(page -> !page.blocks("java").isEmpty());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void blocksAreInLanguagesThatAreChecked(Page page) {
        assertThat(page.blocks()).extracting(Page.Block::language).isSubsetOf(LANGUAGES);
    }

    @ParameterizedTest
    @MethodSource("pagesWithJava")
    void javaCompiles(Page page) throws Exception {
        List<String> blocks = page.blocks("java").stream()
                .filter(block -> !Repository.isCompiledInIntegrations(block))
                .toList();
        CompiledSnippets.of(blocks, folder).close();
    }

    /** Others would have to be stored as well: a name that is a reserved word shows at the first insert only. */
    @ParameterizedTest
    @MethodSource("pages")
    void entitiesAreOnPagesWhoseTestsStoreThem(Page page) {
        Page english = Translation.isChinese(page) ? Translation.englishOf(page) : page;
        if (!Set.of("docs/entities.md", "docs/gapless.md", "docs/integrations.md", "docs/keys.md", "docs/kotlin.md")
                .contains(english.toString())) {
            assertThat(page.blocks()).extracting(Page.Block::code).noneMatch(code -> code.contains("@GeneratedId"));
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void kotlinIsABuildScriptOrOnThePageWhoseTestsRunIt(Page page) {
        if (!page.toString().equals("docs/kotlin.md")) {
            assertThat(page.blocks("kotlin")).allMatch(KotlinSnippets::isBuildScript);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void sqlIsOnThePageWhoseTestsRunIt(Page page) {
        assertThat(page.blocks("sql")).hasSize(page.toString().equals("docs/audit.md") ? 1 : 0);
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
    void jsonIsJson(Page page) {
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
    void commandsNameWhatThereIs(Page page) {
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
}
