package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is published, as far as {@code .ci/candidate} does not see it in the files of a release. */
class PublicationTests {

    private static final XPath XPATH = XPathFactory.newInstance().newXPath();

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
        Document bom = pom("idgen-bom/pom.xml");
        List<String> published = texts(pom("pom.xml"), "/project/modules/module").stream()
                .map(module -> module.replaceFirst(".*/", ""))
                .filter(module -> module.startsWith("idgen-"))
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
