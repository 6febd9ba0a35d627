package dev.idgen.samples.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.samples.browser.Browser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Drives the page, on the application of {@link ClusterTests}. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = ClusterTests.SHORT_LEASES)
class ClusterPageTests {

    private static final String FIRST = ".shard:first-child";

    @RegisterExtension
    static final Browser browser = new Browser();

    @BeforeEach
    void open(@LocalServerPort int port) {
        browser.open("http://localhost:" + port + "/");
        browser.text("#legend", text -> text.contains("256 ready"));
    }

    /** The text of the first shard that tells what a server is. */
    private static String state(String port) {
        return FIRST + " li[data-port='" + port + "'] .state";
    }

    private static WebElement button(String port) {
        return browser.find(FIRST + " li[data-port='" + port + "'] button");
    }

    @Test
    void masterIsKilledAndBroughtBackAndThePageTellsOfIt() {
        String replicaOf = browser.text(FIRST + " .state", text -> text.startsWith("replica of "));
        String victim = replicaOf.substring("replica of ".length());
        assertThat(browser.find(state(victim)).getText()).isEqualTo("master");
        assertThat(button(victim).getAccessibleName()).isEqualTo("Kill " + victim);

        button(victim).sendKeys(Keys.ENTER);
        browser.text(state(victim), text -> text.startsWith("dead"));
        browser.text("#events", text -> text.endsWith("killed " + victim));
        browser.looksRight("cluster");
        browser.text(FIRST + " .state", "master"::equals);

        assertThat(button(victim).getAccessibleName()).isEqualTo("Bring back " + victim);
        button(victim).click();
        browser.text(state(victim), text -> text.startsWith("replica of "));
        assertThat(browser.find("#twice").getText()).contains("0").contains("None, as promised.");
        assertThat(browser.find("#none").getText()).contains("0").contains("Each call got its id.");
    }
}
