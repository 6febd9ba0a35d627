package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.test.context.ActiveProfiles;

/** The application with a database and nothing else. */
@SpringBootTest
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
}
