package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class IdControllerTests {

    private RestTestClient client;

    @BeforeEach
    void connect(@LocalServerPort int port) {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    private ResponseSpec get(String uri) {
        return client.get().uri(uri).exchange();
    }

    private <T> T found(String uri, ParameterizedTypeReference<T> type) {
        return get(uri).expectStatus().isOk().expectBody(type).returnResult().getResponseBody();
    }

    private List<String> ids(String uri) {
        return found(uri, new ParameterizedTypeReference<>() {});
    }

    @Test
    void idsAreAsManyAsRequestedWithTheirBusinessCode() {
        assertThat(ids("/ids")).singleElement().asString().matches("[0-9]{23}");
        assertThat(ids("/ids?business=ORDR")).singleElement().asString().matches("[0-9]{15}ORDR[0-9]{8}");
        assertThat(ids("/ids?count=500")).hasSize(500).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /ids/abc               | 400 | 'abc' is not an id: an id has 23 to 27 characters, not 3
                    /ids?business=TOOLONG  | 400 | business code 'TOOLONG' is not 0 to 4 characters [0-9A-Za-z]
                    /ids?count=0           | 400 | a batch has 1 to 100000 ids, not 0
                    /ids?count=100001      | 400 | a batch has 1 to 100000 ids, not 100001
                    /ids?count=many        | 400 | Failed to convert 'count' with value: 'many'
                    /generators/nobody/ids | 404 | there is no generator 'nobody'
                    """, quoteCharacter = '`')
    void badInputIsRefusedWithTheReason(String uri, int status, String reason) {
        ResponseSpec response = get(uri);
        response.expectStatus().isEqualTo(status).expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON);
        response.expectBody().jsonPath("$.detail").isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /ids/210821123456789ORDR12345678 | $.instant                                      | 2021-08-21T12:34:56.789Z
            /generators                      | $[?(@.name == 'string')].name                  | string
            /generators                      | $[?(@.name == 'snowflake')].scheme.name        | snowflake
            """)
    void answerHas(String uri, String path, String value) {
        get(uri).expectBody().jsonPath(path).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"string", "snowflake", "tsid", "uuid-v7", "ulid", "object-id", "invoice", "item"})
    void idsOfEachGeneratorAreDistinctAndReadBack(String name) {
        List<String> ids = ids("/generators/" + name + "/ids?count=3");
        assertThat(ids).hasSize(3).doesNotHaveDuplicates();
        ResponseSpec response = get("/generators/" + name + "/ids/" + ids.get(0));
        response.expectStatus().isOk().expectBody().jsonPath("$.id").isEqualTo(ids.get(0));
    }
}
