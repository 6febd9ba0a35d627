package dev.idgen.samples.orders;

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

/** Drives the page. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class OrdersPageTests {

    @RegisterExtension
    static final Browser browser = new Browser();

    @BeforeEach
    void open(@LocalServerPort int port) {
        browser.open("http://localhost:" + port + "/");
        browser.text("#condition", text -> !text.isEmpty());
    }

    private static String make(String customer) {
        WebElement field = browser.find("#customer");
        field.clear();
        field.sendKeys(customer, Keys.ENTER);
        browser.text("#orders li:last-child p", text -> text.contains(customer));
        return browser.find("#orders li:last-child .id").getText();
    }

    @Test
    void orderIsMadeAndItsIdExplained() {
        String id = make("Grace");
        assertThat(id).matches("\\d{15}ORDR\\d{8}");
        browser.text("#explained .id", id::equals);
        assertThat(browser.find("#explained table").getText())
                .contains("made at 20")
                .contains("business code ORDR")
                .containsPattern("bucket \\d+");
        assertThat(browser.find("#orders").getText()).doesNotContain("null");
        browser.looksRight("jpa-orders");
    }

    @Test
    void ordersAreFoundByTheTimeInTheirIds() {
        String id = make("Barbara");
        browser.fill("#from", "2026-01-01T00:00:00");
        browser.fill("#to", "2026-01-02T00:00:00");
        browser.find("#find button").click();
        browser.text("#orders", "There are none."::equals);
        assertThat(browser.find("#condition").getText())
                .matches("where id >= '260101\\d{9}' and id < '260102\\d{9}' order by id");

        browser.fill("#to", "2099-01-01T00:00:00");
        browser.find("#find button").click();
        browser.text("#orders", text -> text.contains(id));
        browser.find("#orders li:last-child .id").sendKeys(Keys.ENTER);
        browser.text("#explained .id", id::equals);
    }
}
