package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.RedisServer;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The project of {@code docs/getting-started.md}, run. */
@ExtendWith(OutputCaptureExtension.class)
class GettingStartedPageTests {

    private static final String LINE = "(?s).*\\d{15}ORDR\\d{8} was made at 20\\S+Z, invoice INV-\\d{6}-00000%d\\R.*";

    static Stream<Page> pages() {
        return Translation.inEachLanguage("docs/getting-started.md");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void invoicesGoOnWhenItIsRunAgain(Page page, @TempDir Path folder, CapturedOutput output) throws Exception {
        try (RedisServer redis = RedisServer.running();
                CompiledSnippets java = CompiledSnippets.of(page.blocks("java"), folder)) {
            Class<?> shop = java.type("shop.Shop");
            for (int run = 1; run <= 2; run++) {
                SnippetApplication.with(page.blocks("yaml").get(0))
                        .withPropertyValues("spring.data.redis.port=" + redis.port())
                        .withBean(shop)
                        .run(context -> ((CommandLineRunner) context.getBean(shop)).run());
                assertThat(output.toString()).matches(LINE.formatted(run));
            }
        }
    }
}
