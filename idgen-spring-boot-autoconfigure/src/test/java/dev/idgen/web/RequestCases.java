package dev.idgen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.skyscreamer.jsonassert.JSONAssert;
import org.springframework.beans.factory.annotation.Autowired;

/** What {@link IdsOfRequests} answers, whoever serves it. */
abstract class RequestCases {

    record Answer(int status, String body) {}

    @Autowired
    private IdService strings;

    @Autowired
    private IdGenerators ids;

    abstract Answer get(String path);

    abstract Answer post(String path, String json);

    @Test
    void idsInPathsParametersAndBodiesAreRead() {
        LongIdGenerator item = ids.getLong("item");
        String first = item.format(item.nextLong());
        String second = item.format(item.nextLong());
        IdGenerator<UUID> session = ids.get("session", UUID.class);
        UUID uuid = session.next();
        String ulid = ids.get("invoice", String.class).next();
        assertThat(get("/decimal/9007199254740993")).isEqualTo(new Answer(200, "got 9007199254740993"));
        assertThat(get("/items/" + first)).isEqualTo(new Answer(200, "{\"id\":\"" + first + "\"}"));
        assertThat(get("/list?ids=" + first + "," + second)).isEqualTo(new Answer(200, "got 2"));
        assertThat(get("/optional")).isEqualTo(new Answer(200, "got null"));
        assertThat(get("/optional?id=")).isEqualTo(new Answer(200, "got null"));
        assertThat(get("/strings/" + strings.nextId("ORDR"))).isEqualTo(new Answer(200, "got ORDR"));
        assertThat(get("/keys/" + ids.codec("customer", Long.class).format(17L)))
                .isEqualTo(new Answer(200, "got 17"));
        assertThat(get("/uuids/" + session.format(uuid))).isEqualTo(new Answer(200, "got " + uuid));
        assertThat(get("/ulids/inv_" + ulid)).isEqualTo(new Answer(200, "got " + ulid));
        assertThat(get("/plain/17")).isEqualTo(new Answer(200, "got 17"));
        assertThat(get("/tenants/acme")).isEqualTo(new Answer(200, "got acme"));
        String json = "{\"id\":\"" + first + "\"}";
        assertThat(post("/items", json)).isEqualTo(new Answer(200, json));
    }

    /** Spring's own conversions would go round the mask and the check symbol of plain ids. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /decimal/x                                  | 1 to 19 decimal digits
            /decimal/9223372036854775808                | fits into 64 bits
            /items/x                                    | 'x' is not a Crockford base 32 number of 64 bits
            /items/ZZZZZZZZZZZZZ                        | 'ZZZZZZZZZZZZZ'
            /list?ids=1,2                               | 13
            /optional?id=x                              | 1 to 19 decimal digits
            /strings/x                                  | 'x'
            /strings/999999999999999ORDR12345678        | 999999999999999
            /items/1                                    | it has 1 characters, not 13
            /keys/17                                    | '17'
            /keys/cus_1                                 | 'cus_1' has 5 characters, not 12
            /customers/17                               | '17'
            /uuids/9f4c1c4e-8a0b-7c3d-9e2f-000000000001 | ses_
            /ulids/01ARZ3NDEKTSV4RRFFQ69G5FAV           | inv_
            /parsed/x                                   | 'x' is not a Crockford base 32 number
            /tenants/a b                                | key 'a b' is not 1 to 64 characters [0-9A-Za-z._-]
            """)
    void textThatIsNoIdIsTheClientsMistakeWithTheReason(String path, String reason) {
        Answer answer = get(path);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("\"status\":400", reason);
    }

    /** What a controller reads elsewhere is not the client's mistake. */
    @ParameterizedTest
    @CsvSource({
        "/plain/x, 400",
        "/wrapped/x, 409",
        "/nobody/1, 500",
        "/unavailable/itself, 503",
        "/unavailable/stored, 503",
        "/unavailable/answered, 409"
    })
    void anyOtherFailureIsAnsweredWithItsOwnStatus(String path, int status) {
        Answer answer = get(path);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).doesNotContain("secret.example");
        if (status == 400) {
            assertThat(answer.body()).as("no id").doesNotContain("detail");
        }
    }

    /** The reason of an id, and of nothing else. */
    @Test
    void wrongIdInABodyIsAnsweredWithTheReason() {
        assertThat(post("/items", "{\"id\":\"x\"}").status()).isEqualTo(400);
        assertThat(post("/items", "{\"id\":\"x\"}").body()).satisfies(RequestCases::isReason);
        assertThat(post("/items", "{\"id\":1}").body()).contains("it has 1 characters, not 13");
        String json = "{\"id\":\"" + ids.codec("customer", Long.class).format(17L)
                + "\",\"friends\":[%s],\"roles\":{\"other\":%s}}";
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

    @Test
    void typeWithOneComponentIsItsTextEverywhere() {
        String id = ids.codec("customer", Long.class).format(17L);
        String friend = ids.codec("customer", Long.class).format(18L);
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
}
