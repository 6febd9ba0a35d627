package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The first snippets of {@code docs/testing.md} are {@link CheckoutTests} and {@link OrdersTests}, which run by themselves; the last is
 * compiled with Testcontainers.
 */
class TestingPageTests {

    private static final Path SOURCES = Path.of("src/test/java/dev/idgen/snippets");

    @Test
    void javaIsWhatIsCompiled() {
        List<String> blocks = Page.of("docs/testing.md").blocks("java");
        assertThat(blocks).hasSize(3);
        assertThat(SOURCES.resolve("CheckoutTests.java")).content().endsWith("\n\n" + blocks.get(0));
        assertThat(SOURCES.resolve("OrdersTests.java")).content().endsWith("\n\n" + blocks.get(1));
        assertThat(Repository.isCompiledInIntegrations(blocks.get(2))).isTrue();
    }
}
