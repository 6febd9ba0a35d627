package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.test.web.servlet.client.RestTestClient;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class GeneratorControllerTests {

    private RestTestClient client;

    @BeforeEach
    void connect(@LocalServerPort int port) {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    private List<String> ids(String name, int count) {
        return client.get()
                .uri("/generators/{name}/ids?count={count}", name, count)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(new ParameterizedTypeReference<List<String>>() {})
                .returnResult()
                .getResponseBody();
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
        List<String> ids = ids(name, 3);
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
}
