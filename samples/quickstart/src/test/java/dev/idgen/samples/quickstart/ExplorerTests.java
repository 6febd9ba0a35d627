package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.samples.browser.Browser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Drives the id explorer. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ExplorerTests {

    @RegisterExtension
    static final Browser browser = new Browser();

    @BeforeEach
    void open(@LocalServerPort int port) {
        browser.open("http://localhost:" + port + "/");
        browser.text("#readings", text -> text.contains("made at"));
    }

    private static void read(String id) {
        WebElement field = browser.find("#text");
        field.clear();
        field.sendKeys(id, Keys.ENTER);
    }

    @Test
    void stringIdsAreDrawnAndTheirPartsAreInColour() {
        String id = browser.text("#ids button", text -> text.matches("\\d{15}ORDR\\d{8}"));
        assertThat(browser.find(".text .k0").getText()).isEqualTo(id.substring(0, 15));
        assertThat(browser.find(".text .k1").getText()).isEqualTo("ORDR");
        assertThat(browser.find(".text .k2").getText()).isEqualTo(id.substring(19));
        browser.looksRight("quickstart-string");
    }

    @Test
    void idsOfTheGeneratorThatIsChosenAreDrawn() {
        new Select(browser.find("#generator")).selectByValue("ulid");
        browser.fill("#count", "5");
        browser.find("#draw button").click();
        browser.text("#ids li:nth-child(5)", text -> text.matches("[0-9A-Z]{26}"));
        WebElement last = browser.find("#ids li:nth-child(5) button");
        last.sendKeys(Keys.ENTER);
        browser.text("#readings .text", last.getText()::equals);
    }

    @Test
    void idThatIsPastedIsReadByEachGeneratorThatMakesSuchIds() {
        read("1234567890123456789");
        browser.text("#readings", text -> text.contains("2020-03-02 19:54:56.824 UTC"));
        assertThat(browser.all(".reading")).hasSizeGreaterThan(1);
        browser.looksRight("quickstart-pasted");
    }

    @Test
    void regionStoreAndNodeIdAreShown() {
        browser.text("#place", "Region 1/1. Store: redis."::equals);
        new Select(browser.find("#generator")).selectByValue("snowflake");
        browser.text(
                "#place",
                text -> text.matches("Region 1/1\\. Store: redis\\. Node id \\d+, leased by .+, process \\d+\\."));
    }

    @Test
    void fieldsOfAUuidAreShown() {
        new Select(browser.find("#generator")).selectByValue("uuid-v7");
        browser.text("#readings", text -> text.contains("uuid-v7"));
        browser.looksRight("quickstart-uuid");
    }

    @Test
    void pageSaysWhenNoGeneratorMakesSuchIds() {
        read("<b>");
        browser.text("#readings", "No generator here makes ids like <b>."::equals);
    }
}
