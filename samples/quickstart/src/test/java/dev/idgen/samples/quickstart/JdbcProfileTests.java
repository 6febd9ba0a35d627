package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The application with a database and nothing else. */
class JdbcProfileTests {

    @Test
    void idsComeFromADatabaseAndGoOnAfterARestart(@TempDir Path directory) {
        long last = 0;
        for (int run = 0; run < 2; run++) {
            try (ConfigurableApplicationContext application = start(directory.resolve("ids"))) {
                assertThat(application.getBeanNamesForType(RedisConnectionFactory.class))
                        .isEmpty();
                assertThat(application.getBean(IdService.class).nextIds("ORDR", 1000))
                        .doesNotHaveDuplicates();
                assertThat(application.getBean(HealthEndpoint.class).health().getStatus())
                        .isEqualTo(Status.UP);
                long next = application.getBean("item", LongIdGenerator.class).nextLong();
                assertThat(next).isGreaterThan(last);
                last = next;
            }
        }
    }

    private static ConfigurableApplicationContext start(Path database) {
        return new SpringApplicationBuilder(QuickstartApplication.class)
                .profiles("jdbc")
                .web(WebApplicationType.NONE)
                .run("--spring.datasource.url=jdbc:h2:file:" + database + ";AUTO_SERVER=TRUE");
    }
}
