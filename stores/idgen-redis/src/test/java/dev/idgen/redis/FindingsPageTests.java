package dev.idgen.redis;

import dev.idgen.GeneratedTable;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** Keeps the findings of {@code docs/generated/redis-findings.md} as the log has it; {@code -Didgen.docs.write=true} writes it anew. */
class FindingsPageTests {

    private static final Path PAGE = Path.of("..", "..", "docs", "generated", "redis-findings.md");

    @Test
    void pageHasTheTextsOfTheLog() throws IOException {
        StringBuilder findings = new StringBuilder();
        for (RedisFinding finding : RedisFinding.ALL.values()) {
            findings.append("#### `%s`%s\n\n%s. %s. %s.\n\n"
                    .formatted(
                            finding.name(),
                            finding.level() == Level.INFO ? " (info)" : "",
                            code(finding.condition()),
                            code(finding.cost()),
                            code(finding.remedy())));
        }
        GeneratedTable.check(PAGE, "findings", findings);
    }

    /** What a message quotes, the page has as code. */
    private static String code(String text) {
        return text.replaceAll("(?<!\\w)'([^']+)'(?!\\w)", "`$1`");
    }
}
