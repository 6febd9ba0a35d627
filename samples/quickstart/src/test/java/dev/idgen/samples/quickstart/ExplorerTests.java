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
