package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The first snippet of {@code docs/testing.md} is {@link CheckoutTests}, which runs by itself; the other is compiled with Testcontainers. */
class TestingPageTests {

    private static final Path SOURCE = Path.of("src/test/java/dev/idgen/snippets/CheckoutTests.java");

    @Test
    void javaIsWhatIsCompiled() {
        Page page = Page.of("docs/testing.md");
        assertThat(page.blocks("java")).hasSize(2);
        assertThat(SOURCE).content().endsWith("\n\n" + page.blocks("java").get(0));
        assertThat(Repository.isCompiledInIntegrations(page.blocks("java").get(1)))
                .isTrue();
    }
}
