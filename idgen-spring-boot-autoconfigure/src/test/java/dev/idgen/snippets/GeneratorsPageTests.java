package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.LongIdGenerator;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The snippets of {@code docs/generators.md}, compiled and run. */
class GeneratorsPageTests {

    private final Page page = new Page(Path.of("..", "docs", "generators.md"));

    private ApplicationContextRunner configuredBy(String yaml) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class))
                .withInitializer(
                        context -> context.getEnvironment().getPropertySources().addLast(Page.properties(yaml)))
                .withPropertyValues("idgen.store=memory");
    }

    @Test
    void javaIsTheSnippetCompiledHere() throws IOException {
        assertThat(Page.source("Keys")).endsWith(page.blocks("java").get(0));
    }

    @Test
    void firstSnippetsTogetherGiveKeys() throws IOException {
        configuredBy(page.blocks("yaml").get(0)).withBean(Keys.class).run(context -> {
            Keys keys = context.getBean(Keys.class);
            assertThat(keys.newOrderKey()).isPositive();
            assertThat(keys.newSessionKey().version()).isEqualTo(7);
        });
    }

    @Test
    void customSnippetGivesIdsWithItsFields() throws IOException {
        List<String> blocks = page.blocks("yaml");
        configuredBy(blocks.get(1)).run(context -> {
            LongIdGenerator parcel = context.getBean("parcel", LongIdGenerator.class);
            assertThat(parcel.decode(parcel.nextLong()).values())
                    .containsEntry("region", 3L)
                    .containsKeys("timestamp", "node", "sequence");
        });
    }

    @Test
    void countingSnippetGivesInvoicesCustomersAndVouchers() throws IOException {
        configuredBy(page.blocks("yaml").get(2)).run(context -> {
            IdGenerators generators = context.getBean(IdGenerators.class);
            assertThat(generators.get("invoice", String.class).next()).matches("INV-\\d{6}-000001");
            assertThat(generators.getLong("customer").nextLong()).isEqualTo(100_000);
            assertThat(generators.getLong("voucher").nextLong()).isBetween(1L, 999_999_999_999L);
        });
    }
}
