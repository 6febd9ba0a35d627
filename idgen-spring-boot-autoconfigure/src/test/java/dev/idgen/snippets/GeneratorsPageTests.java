package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.util.ReflectionTestUtils;

/** What the snippets of {@code docs/generators.md} and {@code docs/layouts.md} give. */
class GeneratorsPageTests {

    private final Page page = Page.of("docs/generators.md");

    @Test
    void firstSnippetsGiveKeys(@TempDir Path folder) throws Exception {
        try (CompiledSnippets java = CompiledSnippets.of(page.blocks("java"), folder)) {
            Class<?> keys = java.type("Keys");
            SnippetApplication.inMemory(page.blocks("yaml").get(0))
                    .withBean(keys)
                    .run(context -> {
                        Object bean = context.getBean(keys);
                        Long order = ReflectionTestUtils.invokeMethod(bean, "newOrderKey");
                        UUID session = ReflectionTestUtils.invokeMethod(bean, "newSessionKey");
                        assertThat(order).isPositive();
                        assertThat(session.version()).isEqualTo(7);
                        String text = context.getBean("order", LongIdGenerator.class)
                                .text(TextForm.CROCKFORD)
                                .next();
                        assertThat(text).matches("[0-9A-HJKMNP-TV-Z]{13}");
                    });
        }
    }

    @Test
    void customSnippetGivesIdsWithItsFields() {
        SnippetApplication.inMemory(Page.of("docs/layouts.md").blocks("yaml").get(0))
                .run(context -> {
                    LongIdGenerator parcel = context.getBean("parcel", LongIdGenerator.class);
                    assertThat(parcel.decode(parcel.nextLong()).parts())
                            .containsEntry("region", 3L)
                            .containsKeys("timestamp", "node", "sequence");
                });
    }

    @Test
    void countingSnippetGivesInvoicesCustomersAndVouchers() {
        SnippetApplication.inMemory(page.blocks("yaml").get(1)).run(context -> {
            IdGenerators generators = context.getBean(IdGenerators.class);
            assertThat(generators.get("invoice", String.class).next()).matches("INV-\\d{6}-000001");
            assertThat(generators.getLong("customer").nextLong()).isEqualTo(100_000);
            assertThat(generators.getLong("voucher").nextLong()).isBetween(1L, 999_999_999_999L);
        });
    }
}
