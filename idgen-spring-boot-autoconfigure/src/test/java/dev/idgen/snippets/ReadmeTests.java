package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.localredis.RedisServer;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.test.util.ReflectionTestUtils;

/** The README's first minute, run. */
class ReadmeTests {

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    static Stream<Page> readmes() {
        return Translation.inEachLanguage("README.md");
    }

    @ParameterizedTest
    @MethodSource("readmes")
    void snippetsTogetherGiveAnOrderNumber(Page readme, @TempDir Path folder) throws Exception {
        try (CompiledSnippets java = CompiledSnippets.of(readme.blocks("java"), folder)) {
            Class<?> orders = java.type("Orders");
            SnippetApplication.with(readme.blocks("yaml").get(0))
                    .withPropertyValues("spring.data.redis.port=" + redis.port())
                    .withBean(orders)
                    .run(context -> {
                        String id = ReflectionTestUtils.invokeMethod(context.getBean(orders), "newOrderNumber");
                        assertThat(id).matches("\\d{15}ORDR\\d{8}");
                        assertThat(context.getBean(IdService.class).decode(id).text("business"))
                                .isEqualTo("ORDR");
                    });
        }
    }

    @Test
    void speedIsThatOfTheMeasurements() {
        String measured = Page.of("docs/measurements.md")
                .mentions("(?<=`nextId\\(\"ORDR\"\\)` \\| )[\\d.]+")
                .get(0);
        assertThat(Page.of("README.md").text())
                .contains("one thread draws " + (int) Double.parseDouble(measured) + " million ids a second");
    }
}
