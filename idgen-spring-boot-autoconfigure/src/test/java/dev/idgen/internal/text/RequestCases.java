package dev.idgen.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
        assertThat(post("/items", "{\"id\":\"x\"}").status()).isEqualTo(400);
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

    /** Its conversion of numbers is tried where another one fails. */
    @Test
    void decimalNumberThatIsNoTextIsReadBySpring() {
        assertThat(get("/items/1")).isEqualTo(new Answer(200, "{\"id\":\"" + item.format(1L) + "\"}"));
    }

    @Test
    void generatorThatIsMissingIsTheServersMistake() {
        assertThat(get("/nobody/1").status()).isEqualTo(500);
    }
}
