package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.redis.EmbeddedRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.PropertySource;

/** The README's first minute, compiled and run. */
class ReadmeTests {

    private static final Page README = new Page(Path.of("..", "README.md"));

    @RegisterExtension
    static final EmbeddedRedis redis = EmbeddedRedis.running();

    @Test
    void javaIsTheSnippetCompiledHere() throws IOException {
        assertThat(Page.source("Orders")).endsWith(block("java"));
    }

    @Test
    void snippetsTogetherGiveAnOrderNumber() throws IOException {
        PropertySource<?> yaml = Page.properties(block("yaml"));
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(DataRedisAutoConfiguration.class, IdgenAutoConfiguration.class))
                .withInitializer(
                        context -> context.getEnvironment().getPropertySources().addLast(yaml))
                .withPropertyValues("spring.data.redis.port=" + redis.port())
                .withBean(Orders.class)
                .run(context -> {
                    String id = context.getBean(Orders.class).newOrderNumber();
                    assertThat(id).matches("\\d{15}ORDR\\d{8}");
                    assertThat(context.getBean(IdService.class).decode(id).business())
                            .isEqualTo("ORDR");
                });
    }

    @Test
    void dependencyIsTheStarterOfThisBuild() throws IOException {
        String pom = Files.readString(Path.of("..", "idgen-spring-boot-starter", "pom.xml"));
        for (String element : new String[] {"artifactId", "version"}) {
            Matcher written =
                    Pattern.compile("<" + element + ">.*</" + element + ">").matcher(block("xml"));
            assertThat(written.find()).isTrue();
            assertThat(pom).contains(written.group());
        }
    }

    private static String block(String language) throws IOException {
        return README.blocks(language).get(0);
    }
}
