package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
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

    private static final Map<String, String> EXAMPLE = Map.of(
            "publisher.repository", "git.example.com/owner/idgen",
            "publisher.name", "Example",
            "publisher.url", "https://example.com");

    /** What Maven Central wants an element to be. */
    private static final Map<String, Pattern> REQUIRED = new TreeMap<>(Map.of(
            "name", Pattern.compile("\\S.*"),
            "description", Pattern.compile("\\S.*"),
            "url", Pattern.compile("https://[\\w.-]+/\\S+"),
            "licenses/license/name", Pattern.compile("\\S.*"),
            "licenses/license/url", Pattern.compile("https://\\S+"),
            "developers/developer/name", Pattern.compile("\\S.*"),
            "scm/connection", Pattern.compile("scm:git:https://\\S+/\\S+\\.git"),
            "scm/developerConnection", Pattern.compile("scm:git:https://\\S+/\\S+\\.git"),
            "scm/url", Pattern.compile("https://\\S+/\\S+")));

    private static final XPath XPATH = XPathFactory.newInstance().newXPath();

    static Stream<String> published() throws Exception {
        Document parent = pom(PARENT);
        return Stream.concat(
                Stream.of(PARENT),
                texts(parent, "/project/modules/module").stream()
                        .filter(module -> module.startsWith("idgen-"))
                        .map(module -> module + "/pom.xml"));
    }

    @ParameterizedTest
    @MethodSource("published")
    void pomHasWhatMavenCentralAsksFor(String path) throws Exception {
        assertThat(missing(pom(path), pom(PARENT))).isEmpty();
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
        List<String> published = texts(pom(PARENT), "/project/modules/module[starts-with(., 'idgen-')]");
        assertThat(texts(bom, "/project/artifactId | //dependency/artifactId")).containsExactlyElementsOf(published);
        assertThat(texts(bom, "/project/parent")).isEmpty();
    }

    /** With Redis' libraries there is a connection factory, which is used in the place of the database. */
    @Test
    void starterForDatabasesBringsNoRedis() throws Exception {
        Document starter = pom("idgen-spring-boot-starter-jdbc/pom.xml");
        assertThat(texts(starter, "//dependency/artifactId"))
                .contains("idgen-spring-boot-autoconfigure", "spring-boot-starter-jdbc")
                .noneMatch(artifact -> artifact.contains("redis"));
        assertThat(texts(starter, "//include"))
                .isNotEmpty()
                .noneMatch(library -> library.matches(".*(redis|lettuce|jedis).*"));
    }

    /** npm 11 refuses a lock that lacks packages of other platforms; each reader downloads from the registry that their npm is set to. */
    @Test
    void lockOfTheSiteServesAllPlatformsAndNamesNoRegistry() {
        JsonNode packages = JsonMapper.shared()
                .readTree(Repository.ROOT.resolve("site/package-lock.json").toFile())
                .path("packages");
        int wanted = 0;
        for (Map.Entry<String, JsonNode> dependent : packages.properties()) {
            assertThat(dependent.getValue().has("resolved"))
                    .as(dependent.getKey())
                    .isFalse();
            for (Map.Entry<String, JsonNode> optional :
                    dependent.getValue().path("optionalDependencies").properties()) {
                wanted++;
                assertThat(packages.path("node_modules/" + optional.getKey()).has("integrity"))
                        .as("%s wants %s", dependent.getKey(), optional.getKey())
                        .isTrue();
            }
        }
        assertThat(wanted).isPositive();
    }

    @Test
    void publisherIsTheSameInBothPlacesAndSetInARelease() throws Exception {
        Map<String, String> publisher = publisher(pom(PARENT));
        assertThat(publisher).isEqualTo(publisher(pom(BOM))).containsOnlyKeys(EXAMPLE.keySet());
        if (!Repository.version().endsWith("-SNAPSHOT")) {
            assertThat(publisher).allSatisfy((name, value) -> assertThat(value).isNotBlank());
        }
    }

    @Test
    void nothingElseIsPublished() throws Exception {
        for (String module : texts(pom(PARENT), "/project/modules/module")) {
            assertThat(text(pom(module + "/pom.xml"), "/project/properties/maven.deploy.skip"))
                    .as(module)
                    .isEqualTo(module.startsWith("idgen-") ? "" : "true");
        }
        assertThat(text(pom(PARENT), "/project/properties/gpg.skip")).isEqualTo("${maven.deploy.skip}");
        assertThat(text(pom(PARENT), "//profile[id='publish']//skipPublishing")).isEqualTo("${maven.deploy.skip}");
    }

    @Test
    void bomHasThePluginsOfTheOthers() throws Exception {
        Document parent = pom(PARENT);
        Document bom = pom(BOM);
        List<String> plugins = texts(bom, "//plugin/artifactId");
        assertThat(plugins).hasSize(4);
        for (String plugin : plugins) {
            assertThat(text(bom, "//plugin[artifactId='" + plugin + "']/version"))
                    .as(plugin)
                    .isEqualTo(text(parent, "/project/properties/" + plugin + ".version"));
        }
        String rules = "//execution[id='enforce-publisher']/configuration";
        assertThat(text(bom, rules)).isNotBlank().isEqualTo(text(parent, rules));
    }

    /** What a pom lacks, by itself and from its parent. */
    private static List<String> missing(Document pom, Document parent) throws Exception {
        List<Document> sources =
                text(pom, "/project/parent/artifactId").isEmpty() ? List.of(pom) : List.of(pom, parent);
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, Pattern> required : REQUIRED.entrySet()) {
            String element = required.getKey();
            // Maven inherits the others.
            List<Document> of = element.equals("name") || element.equals("description") ? List.of(pom) : sources;
            if (!required.getValue()
                    .matcher(interpolated(first(of, "/project/" + element)))
                    .matches()) {
                missing.add(element);
            }
        }
        for (String plugin : List.of("maven-gpg-plugin", "central-publishing-maven-plugin", "maven-enforcer-plugin")) {
            if (first(sources, "//profile[id='publish']//plugin[artifactId='" + plugin + "']/artifactId")
                    .isEmpty()) {
                missing.add(plugin);
            }
        }
        if (sources.size() > 1) {
            missing.addAll(missingOfJar(pom, sources));
        } else if (text(pom, "/project/packaging").equals("pom")
                && text(pom, "/project/modules").isBlank()) {
            return missing;
        }
        for (String path : List.of(
                "/project/@child.project.url.inherit.append.path",
                "/project/scm/@child.scm.connection.inherit.append.path",
                "/project/scm/@child.scm.developerConnection.inherit.append.path",
                "/project/scm/@child.scm.url.inherit.append.path")) {
            if (!text(parent, path).equals("false")) {
                missing.add(path);
            }
        }
        return missing;
    }

    private static List<String> missingOfJar(Document pom, List<Document> sources) throws Exception {
        List<String> missing = new ArrayList<>();
        if (first(sources, "/project/build/plugins/plugin[artifactId='maven-source-plugin']//goal")
                .isEmpty()) {
            missing.add("sources");
        }
        String bill = "//plugin[artifactId='cyclonedx-maven-plugin']";
        if (text(pom, "/project/build/plugins" + bill.substring(1)).isEmpty()
                || !first(sources, bill + "//outputFormat").equals("json")
                || !first(sources, bill + "//goal").equals("makeBom")
                || !first(sources, bill + "//skipAttach").isEmpty()) {
            missing.add("bill of materials");
        }
        boolean documented = !text(pom, "/project/description").contains("holds no code");
        String javadoc = documented
                ? first(sources, "//profile[id='release']//plugin[artifactId='maven-javadoc-plugin']//goal")
                : text(pom, "//profile[id='release']//configuration[classifier='javadoc']/classifier");
        if (javadoc.isEmpty()) {
            missing.add("javadoc");
        }
        return missing;
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

    private static String interpolated(String value) {
        String result = value;
        for (Map.Entry<String, String> property : EXAMPLE.entrySet()) {
            result = result.replace("${" + property.getKey() + "}", property.getValue());
        }
        return result;
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
