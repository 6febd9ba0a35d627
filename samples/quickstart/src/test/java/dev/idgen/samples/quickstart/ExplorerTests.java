package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.samples.browser.Browser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Drives the id explorer. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ExplorerTests {

    @RegisterExtension
    static final Browser browser = new Browser();

    private static final List<String> NOISE = List.of(
            "2026-11-22T20:41:07.123Z  INFO 48211 --- [quickstart] [nio-8080-exec-3] com.example.Orders : stored %s in 12 ms",
            "2026-11-22T20:41:08.000Z DEBUG 48211 --- [quickstart] [main] org.hibernate.SQL : select o1_0.id from orders o1_0",
            "\tat com.example.Orders.store(Orders.java:107) ~[orders-1.4.2-20261122.jar:1.4.2] <b>10.0.0.12:45678</b>",
            "10.0.0.12 - - [22/Nov/2026:20:41:08 +0000] \"GET /orders/%s?t=1795348800123 HTTP/1.1\" 200 1234567");

    @Autowired
    private IdService strings;

    @Autowired
    private Generators generators;

    @BeforeEach
    void open(@LocalServerPort int port) {
        browser.open("about:blank"); // so that the next is a page anew, not a fragment of this one
        browser.open("http://localhost:" + port + "/");
        browser.text("#place", text -> text.startsWith("Region"));
    }

    /** A thousand ids of all recognisable kinds, in the order of issue, those of strings with three business codes. */
    private List<String> thousandIds() {
        List<String> ids = new ArrayList<>(strings.nextIds("ORDR", 300));
        ids.addAll(strings.nextIds("PAY", 250));
        ids.addAll(strings.nextIds("", 150));
        List.of("snowflake", "tsid", "uuid-v7", "ulid", "object-id", "invoice")
                .forEach(name -> ids.addAll(generators.get(name).next(50)));
        return ids;
    }

    /** A log with ids amid noise. */
    private static String log(List<String> ids) {
        List<String> lines = new ArrayList<>();
        ids.forEach(id -> {
            boolean even = lines.size() % 4 == 0;
            lines.add(String.format(NOISE.get(even ? 0 : 3), id));
            lines.add(NOISE.get(even ? 1 : 2));
        });
        return String.join("\n", lines);
    }

    private static void paste(String text, String summary) {
        browser.paste(text);
        browser.text("#summary", shown -> shown.startsWith(summary));
    }

    private static List<String> list(String script) {
        return ((List<?>) Objects.requireNonNull(browser.run(script)))
                .stream().map(String::valueOf).toList();
    }

    private static List<String> marks() {
        return list("return [...document.querySelectorAll('mark')].map(mark => mark.textContent)");
    }

    private static List<String> column(int column) {
        return list("return [...document.querySelectorAll('#rows tbody tr')].map(row => row.cells[" + column
                + "].firstChild.textContent)");
    }

    private static String address() {
        return String.valueOf(browser.run("return location.href"));
    }

    @Test
    void drawnIdsAreAnExampleWithTheirPartsInColour() {
        String id = browser.text("#ids button", text -> text.matches("\\d{15}ORDR\\d{8}"));
        assertThat(browser.find(".text .k0").getText()).isEqualTo(id.substring(0, 15));
        assertThat(browser.find(".text .k1").getText()).isEqualTo("ORDR");
        assertThat(browser.find(".text .k2").getText()).isEqualTo(id.substring(19));
        assertThat(marks()).hasSize(3).contains(id);
        assertThat(browser.find("#text").getDomProperty("value")).isEmpty();
        browser.looksRight("explorer-start");
    }

    @Test
    void thousandIdsInALogAreMarkedCountedSortedAndDrawn() {
        List<String> ids = thousandIds();
        List<String> standing = new ArrayList<>(ids);
        Collections.shuffle(standing, new Random(1));
        standing.add(7, ids.get(0));
        standing.add(900, ids.get(0));
        browser.run("performance.clearResourceTimings()");
        paste(log(standing), "1,000 ids in 1,002 places, made from ");

        assertThat(
                        list(
                                "return performance.getEntriesByType('resource').map(entry => entry.name.replace(/.*\\//, ''))"))
                .containsExactly("explain");
        assertThat(marks()).containsExactlyElementsOf(standing);
        assertThat(browser.find("#marked").getDomProperty("textContent")).isEqualTo(log(standing));
        assertThat(browser.all("#repeated li"))
                .singleElement()
                .satisfies(repeated -> assertThat(repeated.getText()).isEqualTo(ids.get(0) + " appears 3 times"));

        assertThat(column(1)).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(column(0).subList(0, 950)).isSortedAccordingTo(Comparator.naturalOrder());
        assertThat(column(0).subList(950, 1000)).containsOnly("carries no time");
        browser.find("th[data-sort=text] button").click();
        assertThat(column(1)).isEqualTo(ids.stream().sorted().toList());
        browser.find("th[data-sort=series] button").click();
        assertThat(column(2)).isSorted().contains("ORDR (string)", "PAY (string)", "no business code (string)");

        assertThat(browser.find("#chart-text").getDomProperty("textContent")).startsWith("950 ids from ");
        assertThat(list("return [...document.querySelectorAll('#histogram g title')].flatMap(title => title.textContent"
                                + ".replace(/^.*?: (?=\\D)/, '').match(/\\d+(?=,|$)/g))")
                        .stream()
                        .mapToInt(Integer::parseInt)
                        .sum())
                .isEqualTo(950);
        assertThat(browser.find("#timeless").getText()).isEqualTo("50 ids carry no time.");

        List<String> everyTenth = new ArrayList<>(
                IntStream.range(0, 100).mapToObj(i -> ids.get(10 * i)).toList());
        everyTenth.add(ids.get(0));
        paste(log(everyTenth), "100 ids in 101 places, made from ");
        browser.looksRight("explorer-log"); // to look at each of a thousand alike takes a minute
    }

    @Test
    void amountsAreDoubtfulAndFarTimesAndKindsCanBeLeftOut() {
        List<String> ids = new ArrayList<>(strings.nextIds("ORDR", 30));
        ids.addAll(strings.nextIds("PAY", 10));
        ids.add("210821123456789ORDR12345678");
        String log = log(ids) + "\n{\"total\":12345678901234567,\"at\":1795348800123}";
        paste(log, "41 ids, made from 2021-08-21");
        assertThat(browser.find("#summary").getText()).endsWith("1 number may be something else.");
        assertThat(browser.find("mark.doubtful").getText()).isEqualTo("12345678901234567");
        assertThat(browser.find("#chart-text").getDomProperty("textContent")).startsWith("40 ids from 20");
        assertThat(browser.find("#outliers").getText()).startsWith("1 id was made long before or after the others.");
        browser.looksRight("explorer-doubtful");
        browser.find("#series li:nth-child(2) button").click();
        browser.text("#series button[aria-pressed=false]", "PAY 10"::equals);
        assertThat(browser.find("#chart-text").getDomProperty("textContent")).startsWith("30 ids from 20");
        browser.find("#outliers button").click();
        assertThat(browser.find("#chart-text").getDomProperty("textContent")).startsWith("31 ids from 202");
        browser.find("#series li:nth-child(2) button").click();
        assertThat(browser.find("#chart-text").getDomProperty("textContent")).startsWith("41 ids from 202");
    }

    @Test
    void wrongCheckSymbolIsExplained() {
        String id = generators.get("order").next(1).get(0);
        String wrong = id.substring(0, 29) + (id.charAt(29) == '7' ? '8' : '7') + id.substring(30);
        paste("stored " + id + " and " + wrong, "1 id, made at ");
        assertThat(browser.find("#summary").getText()).contains("1 text has the prefix of an id, but is not an id.");
        assertThat(browser.find("mark.wrong").getText()).isEqualTo(wrong);
        browser.find("mark.wrong").click();
        browser.text("#details .problem", text -> text.startsWith("Not an id: the check symbol of '" + wrong));
    }

    @Test
    void keysMoveThroughIdsCopySortAndExplainThemselves() {
        List<String> ids = strings.nextIds("ORDR", 5);
        paste(log(ids), "5 ids");
        browser.text("mark:focus", ids.get(0)::equals);
        browser.focused().sendKeys("j");
        assertThat(browser.focused().getText()).isEqualTo(ids.get(1));
        browser.text("#details .text", ids.get(1)::equals);
        browser.focused().sendKeys(Keys.END);
        browser.focused().sendKeys("k");
        assertThat(browser.focused().getText()).isEqualTo(ids.get(3));
        browser.focused().sendKeys(Keys.ENTER);
        browser.text("#notice", ("Copied " + ids.get(3))::equals);
        browser.focused().sendKeys("s");
        assertThat(browser.find("th[aria-sort]").getText()).startsWith("Id");

        browser.focused().sendKeys("?");
        browser.text("#keys h2", "Keys"::equals);
        browser.looksRight("explorer-keys");
        browser.focused().sendKeys(Keys.ESCAPE);
        assertThat(browser.find("#keys").getDomAttribute("open")).isNull();
        browser.focused().sendKeys("/");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("text");
    }

    @Test
    void linkShowsTheSameAnywhereAndBackShowsWhatWasBefore() {
        List<String> ids = thousandIds();
        paste(log(ids), "1,000 ids, made from ");
        browser.find("th[data-sort=series] button").click();
        String second = strings.nextId("NEXT");
        browser.text("#summary", text -> address().contains("sort=series"));
        String link = address();
        paste("only " + second, "1 id, made at");
        browser.text("mark:focus", second::equals);

        browser.run("history.back()");
        browser.text("#summary", text -> text.startsWith("1,000 ids"));
        assertThat(marks()).containsExactlyElementsOf(ids);
        browser.run("history.forward()");
        browser.text("#summary", text -> text.startsWith("1 id"));
        assertThat(marks()).containsExactly(second);

        browser.open("about:blank");
        browser.open(link);
        browser.text("#summary", text -> text.startsWith("1,000 ids"));
        assertThat(marks()).containsExactlyElementsOf(ids);
        assertThat(browser.find("th[aria-sort]").getText()).startsWith("Generator");
        assertThat(column(2)).isSorted();
    }

    @Test
    void textThatIsTooLongForALinkIsLeftOutAndThePageSaysSo() {
        paste(log(strings.nextIds("ORDR", 10_000)), "10,000 ids");
        browser.text("#notice", "This text is too long for a link: a link shows the page without it."::equals);
        assertThat(address()).doesNotContain("#");
        assertThat(column(1)).hasSize(1000);
        browser.find("#more").click();
        assertThat(column(1)).hasSize(2000);
        browser.run("location.reload()");
        browser.text("#summary", text -> text.startsWith("10,000 ids"));
    }

    @Test
    void markupThatIsPastedStaysText() {
        String id = strings.nextId("ORDR");
        String text = "<img src=x onerror=\"document.title='broken'\"> " + id
                + " <script>document.title='broken'</script><svg onload=\"document.title='broken'\">";
        paste(text, "1 id");
        assertThat(browser.find("#marked").getDomProperty("textContent")).isEqualTo(text);
        assertThat(browser.all("#marked img, #marked script, #marked svg")).isEmpty();
        browser.text("#summary", shown -> address().contains("#text="));
        String link = address();
        browser.open("about:blank");
        browser.open(link);
        browser.text("#details .text", id::equals);
        browser.find("#edit").click();
        browser.find("#text").clear();
        browser.find("#text").sendKeys("<img/src=x/onerror=\"document.title='broken'\">", Keys.ENTER);
        browser.text("#summary", "No generator here makes ids like these."::equals);
        assertThat(browser.run("return document.title")).isEqualTo("Id explorer");
    }
}
