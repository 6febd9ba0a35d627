package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.samples.quickstart.FoundIds.Found;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ExplainControllerTests {

    private static final String NOISE = """
            2026-11-22T20:41:07.123+01:00  INFO 48211 --- [quickstart] [nio-8080-exec-12] o.s.b.w.e.tomcat.TomcatWebServer : Tomcat started on port 8080 (http)
            \tat org.apache.catalina.core.ApplicationFilterChain.doFilter(ApplicationFilterChain.java:107) ~[tomcat-embed-core-11.0.22.jar:11.0.22]
            \tat jdk.internal.reflect.GeneratedMethodAccessor1234567890.invoke(Unknown Source) $$Lambda$1234/0x00007f2b3c4d5e60@5f4dcc3b
            10.0.0.12:45678 - - [22/Nov/2026:20:41:07 +0000] "GET /a?t=1795348800123&page=12 HTTP/1.1" 200 1234567 0.123456789012345678
            [4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7] sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
            backup-20261122204107.tar.gz 20261122204107123 1795348800 1795348800123456 +49 30 1234567890 DE89370400440532013000
            v1.2.3-20261122 550e8400-e29b-41d4-a716-446655440000 commit 15b2e3d1c4f5a6978890a1b2c3d4e5f60718293a 00:1B:44:11:3A:B7
            """;

    @Autowired
    private IdService strings;

    @Autowired
    private IdGenerators configured;

    @Autowired
    private Generators generators;

    private RestTestClient client;

    @BeforeEach
    void connect(@LocalServerPort int port) {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    private ResponseSpec ask(Object question) {
        return client.post()
                .uri("/ids/explain")
                .contentType(MediaType.APPLICATION_JSON)
                .body(question)
                .exchange();
    }

    private FoundIds explain(String text, @Nullable String numbersAs) {
        FoundIds found = ask(new ExplainController.Question(text, numbersAs))
                .expectStatus()
                .isOk()
                .expectBody(FoundIds.class)
                .returnResult()
                .getResponseBody();
        assertThat(found).isNotNull();
        assertThat(found.places())
                .allSatisfy(place -> assertThat(text.substring(place[0], place[1]))
                        .isEqualTo(found.ids().get(place[2]).text()));
        return found;
    }

    private static List<String> texts(FoundIds found) {
        return found.ids().stream().map(Found::text).toList();
    }

    private static List<String> readers(FoundIds found) {
        return found.ids().stream().map(id -> id.readings().get(0).generator()).toList();
    }

    @Test
    void noiseOfLogsIsNotMarked() {
        assertThat(texts(explain(NOISE, null))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u001b[3", "a\u001b", "a%2", "a\\", "a-a-a"})
    void wordsThatAreCutOffOrLongAreNotMarked(String text) {
        assertThat(texts(explain("-_- " + "b-".repeat(100_000) + " " + text, null)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"string", "snowflake", "tsid", "uuid-v7", "ulid", "object-id", "invoice", "order"})
    void idsOfAGeneratorAreFoundAmidNoise(String name) {
        List<String> ids = generators.get(name).next(3);
        String text =
                NOISE + "id=" + ids.get(0) + "; /orders/" + ids.get(1) + "/items \"" + ids.get(2) + "\".\n" + NOISE;
        FoundIds found = explain(text, null);
        assertThat(texts(found)).containsExactlyElementsOf(ids);
        assertThat(readers(found)).containsOnly(name);
        assertThat(found.complete()).isTrue();
    }

    @Test
    void idsAreFoundInWordsKeysListsAddressesColoursAndAnyCase() {
        List<String> ids = List.of(
                strings.nextId("ORDR"),
                text("uuid-v7").toUpperCase(Locale.ROOT),
                text("ulid").toLowerCase(Locale.ROOT),
                text("tsid"),
                text("snowflake"),
                text("object-id"));
        String text = String.format("order-%s user_%s %s_2 user:42:%s a,%s,b \u001b[32m%s\u001b[0m", ids.toArray());
        assertThat(texts(explain(text, null))).containsExactlyElementsOf(ids);
    }

    private String text(String name) {
        return generators.get(name).next(1).get(0);
    }

    @Test
    void wrongCheckSymbolIsAMistake() {
        Set<Character> symbols = new HashSet<>();
        while (symbols.size() < 37) { // also those that are of no word
            String id = text("order");
            symbols.add(id.charAt(30));
            String wrong = id.substring(0, 29) + (id.charAt(29) == '7' ? '8' : '7') + id.substring(30);
            List<Found> found = explain("stored " + id + ", " + wrong, null).ids();
            assertThat(found).extracting(Found::text).containsExactly(id, wrong);
            assertThat(found.get(0).readings().get(0).mistake()).isNull();
            assertThat(found.get(1).readings().get(0).mistake()).startsWith("the check symbol of '" + wrong);
        }
    }

    @Test
    void stringIdOfNoMonthIsAMistakeWithItsReason() {
        List<Found> found = explain("211321123456789ORDR12345678 and 21132112345678912345678", null)
                .ids();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).readings().get(0).mistake()).contains("211321123456789ORDR12345678", "MonthOfYear");
    }

    @Test
    void numberThatFitsSeveralGeneratorsIsReadByEachTheLatestTimeFirst() {
        LongIdGenerator tsid = configured.getLong("tsid");
        long id = tsid.nextLong();
        List<Explained> readings = explain("id " + id, null).ids().get(0).readings();
        assertThat(readings).extracting(Explained::generator).containsExactly("tsid", "snowflake");
        assertThat(readings.get(0).doubt()).isNull();
        assertThat(readings.get(1).doubt()).startsWith("has fewer digits than ids have had since 20");
        assertThat(readings.get(0).id()).isEqualTo(tsid.format(id));
    }

    @Test
    void numbersAreReadAsWhatIsChosen() {
        long id = configured.getLong("tsid").nextLong();
        FoundIds found = explain("id " + id + " " + strings.nextId("ORDR"), "snowflake");
        assertThat(readers(found)).containsExactly("snowflake", "string");
    }

    @Test
    void numbersThatAreChosenToBeCountsAreFoundUnlessTheyArePartsOfMore() {
        FoundIds found = explain("20:41:07.123 item 42, item-43 and 1.5 on 2026-11-22", "item");
        assertThat(texts(found)).containsExactly("42", "43");
    }

    @Test
    void moreThanTheMostPlacesAreLeftOut() {
        List<String> ids = strings.nextIds("ORDR", 3);
        FoundIds found = new TextReader(generators, null, 2, Instant.now()).read(String.join(" ", ids));
        assertThat(texts(found)).containsExactlyElementsOf(ids.subList(0, 2));
        assertThat(found.places()).hasSize(2);
        assertThat(found.complete()).isFalse();
        assertThat(new TextReader(generators, null, 3, Instant.now())
                        .read(String.join(" ", ids))
                        .complete())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                | 400 | 'text' is missing: send a text that contains ids
            {"text":"LONG"}                   | 400 | a text has at most 4000000 characters, not 4000001
            {"text":"1","numbersAs":"nobody"} | 404 | there is no generator 'nobody'
            """)
    void questionWithoutAnswerIsRefusedWithTheReason(String question, int status, String reason) {
        ResponseSpec response = ask(question.replace("LONG", "x".repeat(ExplainController.MOST_CHARACTERS + 1)));
        response.expectStatus()
                .isEqualTo(status)
                .expectBody()
                .jsonPath("$.detail")
                .isEqualTo(reason);
    }
}
