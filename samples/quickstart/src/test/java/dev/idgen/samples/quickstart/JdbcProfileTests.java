package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The application with a database and nothing else. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("jdbc")
class JdbcProfileTests {

    @Test
    void idsOfAllKindsComeFromADatabase(@Autowired ApplicationContext application) {
        assertThat(application.getBeanNamesForType(RedisConnectionFactory.class))
                .isEmpty();
        assertThat(application.getBean(IdService.class).nextIds("ORDR", 1000)).doesNotHaveDuplicates();
        IdGenerators generators = application.getBean(IdGenerators.class);
        assertThat(generators.names())
                .hasSizeGreaterThan(5)
                .allSatisfy(name -> assertThat(generators.get(name).next(3)).doesNotHaveDuplicates());
        assertThat(application.getBean(HealthEndpoint.class).health().getStatus())
                .isEqualTo(Status.UP);
    }

    @Test
    void endpointTellsTheStore(@LocalServerPort int port) {
        RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build()
                .get()
                .uri("/actuator/idgen")
                .exchange()
                .expectBody()
                .jsonPath("$.store")
                .isEqualTo("jdbc")
                .jsonPath("$.region")
                .isEqualTo("1/1");
    }
}
