package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lock of the site's packages serves all platforms: npm 11 refuses one that lacks packages of other platforms than its own. */
class SiteLockTests {

    private static final JsonNode PACKAGES = JsonMapper.shared()
            .readTree(Repository.ROOT.resolve("site/package-lock.json").toFile())
            .path("packages");

    @Test
    void allPackagesOfOtherPlatformsAreThereWithTheVersionWanted() {
        List<String> missing = new ArrayList<>();
        int wanted = 0;
        for (Map.Entry<String, JsonNode> dependent : PACKAGES.properties()) {
            for (Map.Entry<String, JsonNode> optional :
                    dependent.getValue().path("optionalDependencies").properties()) {
                wanted++;
                JsonNode locked = PACKAGES.path("node_modules/" + optional.getKey());
                if (locked.path("integrity").isMissingNode()) {
                    missing.add(dependent.getKey() + " wants " + optional.getKey());
                }
            }
        }
        assertThat(wanted).isPositive();
        assertThat(missing).isEmpty();
    }

    /** Each reader downloads from the registry that their npm is set to. */
    @Test
    void noRegistryIsNamed() {
        assertThat(PACKAGES.properties())
                .isNotEmpty()
                .allSatisfy(its -> assertThat(its.getValue().path("resolved").isMissingNode())
                        .as(its.getKey())
                        .isTrue());
    }
}
