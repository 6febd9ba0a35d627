package dev.idgen.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.skyscreamer.jsonassert.JSONAssert;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;

/** What {@link IdsOfRequests} answers, whoever serves it. */
abstract class RequestCases {

    record Answer(int status, String body) {}

    @Autowired
    private IdService strings;

    @Autowired
    @Qualifier("item")
    private LongIdGenerator item;

    @Autowired
    @Qualifier("customer")
    private LongIdGenerator customer;

    @Autowired
    @Qualifier("session")
    private IdGenerator<UUID> session;

    @Autowired
    @Qualifier("invoice")
    private IdGenerator<String> invoice;

    abstract Answer get(String path);

    abstract Answer post(String path, String json);

    @Test
    void idsInPathsAndParametersAreRead() {
        String first = item.format(item.nextLong());
        String second = item.format(item.nextLong());
        assertThat(get("/decimal/9007199254740993")).isEqualTo(new Answer(200, "got 9007199254740993"));
        assertThat(get("/items/" + first)).isEqualTo(new Answer(200, "{\"id\":\"" + first + "\"}"));
        assertThat(get("/list?ids=" + first + "," + second)).isEqualTo(new Answer(200, "got 2"));
        assertThat(get("/optional")).isEqualTo(new Answer(200, "got null"));
        assertThat(get("/optional?id=")).isEqualTo(new Answer(200, "got null"));
        assertThat(get("/strings/" + strings.nextId("ORDR"))).isEqualTo(new Answer(200, "got ORDR"));
    }

    @Test
    void idsInBodiesAreRead() {
        String json = "{\"id\":\"" + item.format(item.nextLong()) + "\"}";
        assertThat(post("/items", json)).isEqualTo(new Answer(200, json));
    }

    @Test
    void wrongIdInAPathIsAnsweredWithTheReason() {
        assertThat(get("/items/x").body()).contains("'x' is not a Crockford base 32 number of 64 bits");
        assertThat(get("/keys/cus_1").body()).contains("'cus_1' has 5 characters, not 12");
        assertThat(get("/plain/x").body()).doesNotContain("detail");
    }

    /** The reason of an id, and of nothing else. */
    @Test
    void wrongIdInABodyIsAnsweredWithTheReason() {
        assertThat(post("/items", "{\"id\":\"x\"}").status()).isEqualTo(400);
        assertThat(post("/items", "{\"id\":\"x\"}").body()).satisfies(RequestCases::isReason);
        assertThat(post("/items", "{\"id\":1}").body()).contains("it has 1 characters, not 13");
        String json = "{\"id\":\"" + customer.format(17L) + "\",\"friends\":[%s],\"roles\":{\"other\":%s}}";
        assertThat(post("/customers", json.formatted("\"cus_1\"", "null")).body())
                .contains("'cus_1' has 5 characters, not 12, apart from hyphens between groups");
        assertThat(post("/customers", json.formatted("", "\"cus_1\"")).body())
                .contains("'cus_1' has 5 characters, not 12, apart from hyphens between groups");
        assertThat(post("/items", "{\"id\":true}").status()).isEqualTo(400);
        assertThat(post("/items", "{\"id\":true}").body()).doesNotContain("detail", "long");
    }

    private static void isReason(String body) {
        JSONAssert.assertEquals(
                "{\"status\":400,\"title\":\"Bad Request\",\"instance\":\"/items\","
                        + "\"detail\":\"'x' is not a Crockford base 32 number of 64 bits: it has 1 characters, not 13\"}",
                body,
                true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/decimal/x",
                "/decimal/9223372036854775808",
                "/items/x",
                "/items/ZZZZZZZZZZZZZ",
                "/list?ids=1,2",
                "/optional?id=x",
                "/strings/x",
                "/strings/999999999999999ORDR12345678"
            })
    void whatIsNoIdIsTheClientsMistake(String path) {
        assertThat(get(path).status()).isEqualTo(400);
    }

    @Test
    void typeWithOneComponentIsItsTextEverywhere() {
        String id = customer.format(17L);
        String friend = customer.format(18L);
        assertThat(id).matches("cus_[0-9A-Z]{4}-[0-9A-Z*~$=]{4}");
        String json = "{\"friends\":[\"" + friend + "\"],\"id\":\"" + id + "\",\"roles\":{\"self\":\"" + id + "\"}}";
        assertThat(get("/customers/" + id.toLowerCase(Locale.ROOT).replace("-", "") + "?friends=" + friend)
                        .body())
                .satisfies(body -> JSONAssert.assertEquals(json, body, true));
        assertThat(post("/customers", json).body()).satisfies(body -> JSONAssert.assertEquals(json, body, true));
        assertThat(post("/customers", json.replace(friend, "cus_1")).status()).isEqualTo(400);
        assertThat(post("/customers", json.replace('"' + friend + '"', "17")).status())
                .isEqualTo(400);
    }

    @Test
    void parametersOfAllTypesAreRead() {
        assertThat(get("/keys/" + customer.format(17L))).isEqualTo(new Answer(200, "got 17"));
        UUID uuid = session.next();
        assertThat(get("/uuids/" + session.format(uuid))).isEqualTo(new Answer(200, "got " + uuid));
        String ulid = invoice.next();
        assertThat(get("/ulids/inv_" + ulid)).isEqualTo(new Answer(200, "got " + ulid));
        assertThat(get("/plain/17")).isEqualTo(new Answer(200, "got 17"));
        assertThat(get("/plain/x").status()).isEqualTo(400);
    }

    /** Spring's own conversions would go round the mask and the check symbol. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/items/1",
                "/keys/17",
                "/customers/17",
                "/uuids/9f4c1c4e-8a0b-7c3d-9e2f-000000000001",
                "/ulids/01ARZ3NDEKTSV4RRFFQ69G5FAV"
            })
    void plainIdIsNotTheText(String path) {
        assertThat(get(path).status()).isEqualTo(400);
    }

    @Test
    void textThatAControllerReadsIsTheClientsMistakeToo() {
        assertThat(get("/parsed/x").status()).isEqualTo(400);
        assertThat(get("/parsed/x").body()).contains("\"status\":400", "'x' is not a Crockford base 32 number");
    }

    /** What a controller reads elsewhere is not the client's. */
    @Test
    void exceptionWithThisCauseIsTheControllersOwn() {
        assertThat(get("/wrapped/x").status()).isEqualTo(409);
    }

    @Test
    void generatorThatIsMissingIsTheServersMistake() {
        assertThat(get("/nobody/1").status()).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({"itself, 503", "stored, 503", "answered, 409"})
    void idThatIsNotAvailableIsAnswered503UnlessTheApplicationAnswers(String how, int status) {
        Answer answer = get("/unavailable/" + how);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).doesNotContain("secret.example");
    }

    @Test
    void keyThatIsNoneIsTheClientsMistake() {
        assertThat(get("/tenants/acme")).isEqualTo(new Answer(200, "got acme"));
        assertThat(get("/tenants/a b").status()).isEqualTo(400);
        assertThat(get("/tenants/a b").body()).contains("key 'a b' is not 1 to 64 characters [0-9A-Za-z._-]");
    }
}
