package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The poms that are published have what Maven Central asks for, once the publisher has set who that is. */
class PublicationTests {

    private static final String PARENT = "pom.xml";
    private static final String BOM = "idgen-bom/pom.xml";

    /** What Maven Central wants an element to be. */
    private static final Map<String, String> REQUIRED = Map.of(
            "name", "\\S.*",
            "description", "\\S.*",
            "url", "https://\\S+",
            "licenses/license/name", "\\S.*",
            "licenses/license/url", "https://\\S+",
            "developers/developer/name", "\\S.*",
            "scm/connection", "scm:git:https://\\S+\\.git",
            "scm/developerConnection", "scm:git:https://\\S+\\.git",
            "scm/url", "https://\\S+");

    private static final Set<String> NOT_INHERITED = Set.of("name", "description");

    private static final XPath XPATH = XPathFactory.newInstance().newXPath();

    static Stream<String> published() throws Exception {
        Document parent = pom(PARENT);
        return Stream.concat(
                Stream.of(PARENT),
                texts(parent, "/project/modules/module").stream()
                        .filter(PublicationTests::isPublished)
                        .map(module -> module + "/pom.xml"));
    }

    private static boolean isPublished(String module) {
        return module.matches("(.*/)?idgen-[^/]*");
    }

    @ParameterizedTest
    @MethodSource("published")
    void pomHasWhatMavenCentralAsksFor(String path) throws Exception {
        Document pom = pom(path);
        boolean isJar = !text(pom, "/project/parent/artifactId").isEmpty();
        List<Document> poms = isJar ? List.of(pom, pom(PARENT)) : List.of(pom);
        for (String element : REQUIRED.keySet()) {
            assertThat(first(NOT_INHERITED.contains(element) ? List.of(pom) : poms, "/project/" + element))
                    .as(element)
                    .matches(REQUIRED.get(element));
        }
        assertHas(poms, "//profile[id='publish']//plugin[artifactId='maven-gpg-plugin']/artifactId");
        assertHas(poms, "//profile[id='publish']//plugin[artifactId='central-publishing-maven-plugin']/artifactId");
        assertHas(poms, "//profile[id='publish']//plugin[artifactId='maven-enforcer-plugin']/artifactId");
        if (isJar) {
            assertHas(poms, "/project/build/plugins/plugin[artifactId='maven-source-plugin']//goal");
            assertHas(List.of(pom), "/project/build/plugins/plugin[artifactId='cyclonedx-maven-plugin']");
            assertHas(poms, "//plugin[artifactId='cyclonedx-maven-plugin'][.//outputFormat='json']//goal[.='makeBom']");
            boolean documented = !text(pom, "/project/description").contains("holds no code");
            assertHas(
                    poms,
                    "//profile[id='release']"
                            + (documented
                                    ? "//plugin[artifactId='maven-javadoc-plugin']//goal"
                                    : "//classifier[.='javadoc']"));
        }
    }

    private static void assertHas(List<Document> poms, String path) throws Exception {
        assertThat(first(poms, path)).as(path).isNotEmpty();
    }

    @Test
    void modulesInheritAddressesWithoutAPath() throws Exception {
        Document parent = pom(PARENT);
        assertThat(texts(parent, "/project/@*[contains(name(), 'append.path')] | /project/scm/@*"))
                .hasSize(4)
                .containsOnly("false");
    }

    /** Some projects have no parent that would give them their version. */
    @Test
    void allProjectsHaveOneVersion() throws Exception {
        for (Path path : Repository.poms().toList()) {
            Document pom = pom(path.toString());
            assertThat(texts(pom, "/project/version | /project/parent[groupId='" + Repository.group() + "']/version"))
                    .as(path.toString())
                    .first()
                    .isEqualTo(Repository.version());
            assertThat(texts(pom, "/project/properties/idgen.version")).allMatch(Repository.version()::equals);
        }
    }

    @Test
    void bomManagesThePublishedArtifactsAndNothingElse() throws Exception {
        Document bom = pom(BOM);
        List<String> published = texts(pom(PARENT), "/project/modules/module").stream()
                .filter(PublicationTests::isPublished)
                .map(module -> module.replaceFirst(".*/", ""))
                .toList();
        assertThat(texts(bom, "/project/artifactId | //dependency/artifactId")).containsExactlyElementsOf(published);
        assertThat(texts(bom, "/project/parent")).isEmpty();
    }

    /** npm 11 refuses a lock that lacks packages of other platforms; each reader downloads from the registry that their npm is set to. */
    @Test
    void lockOfTheSiteServesAllPlatformsAndNamesNoRegistry() {
        JsonNode packages = JsonMapper.shared()
                .readTree(Repository.ROOT.resolve("site/package-lock.json").toFile())
                .path("packages");
        Set<String> wanted = new TreeSet<>();
        for (JsonNode dependent : packages) {
            assertThat(dependent.has("resolved")).isFalse();
            dependent.path("optionalDependencies").propertyNames().forEach(wanted::add);
        }
        assertThat(wanted)
                .isNotEmpty()
                .allMatch(name -> packages.path("node_modules/" + name).has("integrity"));
    }

    @Test
    void publisherIsTheSameInBothPlacesAndSetInARelease() throws Exception {
        Map<String, String> publisher = publisher(pom(PARENT));
        assertThat(publisher)
                .isEqualTo(publisher(pom(BOM)))
                .containsOnlyKeys("publisher.repository", "publisher.name", "publisher.url");
        if (!Repository.version().endsWith("-SNAPSHOT")) {
            assertThat(publisher).allSatisfy((name, value) -> assertThat(value).isNotBlank());
        }
    }

    @Test
    void nothingElseIsPublished() throws Exception {
        for (String module : texts(pom(PARENT), "/project/modules/module")) {
            assertThat(text(pom(module + "/pom.xml"), "/project/properties/maven.deploy.skip"))
                    .as(module)
                    .isEqualTo(isPublished(module) ? "" : "true");
        }
        assertThat(text(pom(PARENT), "/project/properties/gpg.skip")).isEqualTo("${maven.deploy.skip}");
        assertThat(text(pom(PARENT), "//profile[id='publish']//skipPublishing")).isEqualTo("${maven.deploy.skip}");
    }

    private static Map<String, String> publisher(Document pom) throws Exception {
        Map<String, String> publisher = new TreeMap<>();
        NodeList properties = (NodeList)
                XPATH.evaluate("/project/properties/*[starts-with(name(), 'publisher.')]", pom, XPathConstants.NODESET);
        for (int i = 0; i < properties.getLength(); i++) {
            Node property = properties.item(i);
            publisher.put(property.getNodeName(), property.getTextContent().strip());
        }
        return publisher;
    }

    private static String first(List<Document> poms, String path) throws Exception {
        for (Document pom : poms) {
            String text = text(pom, path);
            if (!text.isEmpty()) {
                return text;
            }
        }
        return "";
    }

    private static String text(Document pom, String path) throws Exception {
        return XPATH.evaluate(path, pom).strip();
    }

    private static List<String> texts(Document pom, String path) throws Exception {
        NodeList nodes = (NodeList) XPATH.evaluate(path, pom, XPathConstants.NODESET);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> nodes.item(i).getTextContent().strip())
                .toList();
    }

    private static Document pom(String path) throws Exception {
        Path file = Repository.ROOT.resolve(path);
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }
}
