package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.DecodedId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class IdControllerTests {

    private static final ParameterizedTypeReference<List<String>> IDS = new ParameterizedTypeReference<>() {};

    private RestTestClient client;

    @BeforeEach
    void connect(@LocalServerPort int port) {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    @Test
    void idsWithoutParametersIsOneIdWithoutBusinessCode() {
        assertThat(ids("/ids")).singleElement().asString().matches("[0-9]{23}");
    }

    @Test
    void idsOfBusinessCodeCarryIt() {
        assertThat(ids("/ids?business=ORDR")).singleElement().asString().matches("[0-9]{15}ORDR[0-9]{8}");
    }

    @Test
    void idsAreAsManyAsAskedForAndDistinct() {
        assertThat(ids("/ids?count=500")).hasSize(500).doesNotHaveDuplicates();
    }

    @Test
    void decodeOfIssuedIdTellsItsParts() {
        Instant before = Instant.now();
        String id = ids("/ids?business=ORDR").get(0);
        DecodedId parts = client.get()
                .uri("/ids/{id}", id)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(DecodedId.class)
                .returnResult()
                .getResponseBody();

        assertThat(parts.text("business")).isEqualTo("ORDR");
        assertThat(parts.instant())
                .isBetween(before.minusSeconds(60), Instant.now().plusSeconds(60));
        assertThat(parts.number("bucket")).isBetween(0L, 255L);
        assertThat(parts.number("number")).isBetween(0L, (1L << 18) - 1);
    }

    @Test
    void decodeShowsTheInstantAsText() {
        client.get()
                .uri("/ids/{id}", "210821123456789ORDR12345678")
                .exchange()
                .expectBody()
                .jsonPath("$.instant")
                .isEqualTo("2021-08-21T12:34:56.789Z");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /ids/abc               | 'abc' is not an id: an id has 23 to 27 characters, not 3
                    /ids?business=TOOLONG  | business code 'TOOLONG' is not 0 to 4 characters [0-9A-Za-z]
                    /ids?count=0           | a batch has 1 to 100000 ids, not 0
                    /ids?count=100001      | a batch has 1 to 100000 ids, not 100001
                    /ids?count=many        | Failed to convert 'count' with value: 'many'
                    """, quoteCharacter = '`')
    void badInputIs400WithTheReason(String uri, String reason) {
        client.get()
                .uri(uri)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.detail")
                .isEqualTo(reason);
    }

    @Test
    void allGeneratorsAreListedWithTheirSchemes() {
        client.get()
                .uri("/generators")
                .exchange()
                .expectBody()
                .jsonPath("$[?(@.name == 'string')]")
                .exists()
                .jsonPath("$[?(@.name == 'snowflake')].scheme.name")
                .isEqualTo("snowflake");
    }

    @ParameterizedTest
    @ValueSource(strings = {"string", "snowflake", "tsid", "uuid-v7", "ulid", "object-id", "invoice", "item"})
    void idsOfEachGeneratorAreDistinctAndReadBack(String name) {
        List<String> ids = ids("/generators/" + name + "/ids?count=3");
        assertThat(ids).hasSize(3).doesNotHaveDuplicates();
        client.get()
                .uri("/generators/{name}/ids/{id}", name, ids.get(0))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.id")
                .isEqualTo(ids.get(0));
    }

    @Test
    void unknownGeneratorIs404() {
        client.get()
                .uri("/generators/nobody/ids")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.detail")
                .isEqualTo("there is no generator 'nobody'");
    }

    private List<String> ids(String uri) {
        return client.get()
                .uri(uri)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(IDS)
                .returnResult()
                .getResponseBody();
    }
}
