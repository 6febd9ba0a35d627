package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdGenerators;
import dev.idgen.TransactionRequiredException;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Year;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** The snippets of {@code docs/gapless.md}, run: invoices are stored with JPA, some transactions are rolled back, and no number is missing. */
class GaplessPageTests {

    private static final Page PAGE = Page.of("docs/gapless.md");

    @TempDir
    private Path folder;

    @Test
    void numbersOfInvoicesHaveNoGap() throws Exception {
        try (CompiledSnippets java = CompiledSnippets.of(PAGE.blocks("java"), folder)) {
            Class<?> billing = java.type("Billing");
            SnippetDatabase.of(java, PAGE.blocks("yaml").get(0))
                    .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                    .withBean(billing)
                    .run(context -> {
                        Object service = context.getBean(billing);
                        TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
                        int year = Year.now(ZoneId.of("Europe/Berlin")).getValue();
                        assertThat(bill(service)).isEqualTo("INV-" + year + "-000001");
                        transaction.executeWithoutResult(status -> {
                            assertThat(bill(service)).isEqualTo("INV-" + year + "-000002");
                            status.setRollbackOnly();
                        });
                        assertThat(bill(service)).isEqualTo("INV-" + year + "-000002");
                        assertThat(bill(service)).isEqualTo("INV-" + year + "-000003");
                        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                        assertThat(findings(jdbc)).containsExactly(year + " issued 1 to 3");
                        jdbc.update("DELETE FROM invoices WHERE number LIKE '%2'");
                        assertThat(findings(jdbc))
                                .containsExactly(year + " issued 1 to 3", year + " not stored 2 to 2");

                        assertThatThrownBy(() -> context.getBean(IdGenerators.class)
                                        .get("invoice")
                                        .next())
                                .isInstanceOf(TransactionRequiredException.class);
                    });
        }
    }

    private static Object bill(Object service) {
        return ReflectionTestUtils.invokeMethod(service, "bill", BigDecimal.TEN);
    }

    /** {@code TransactionalCounterContract} runs the query on each database. */
    private static List<String> findings(JdbcTemplate jdbc) {
        return jdbc.query(
                Page.of("docs/audit.md").blocks("sql").get(0).replace(" ~ ", " REGEXP "),
                (row, number) -> row.getString("period") + " " + row.getString("finding") + " "
                        + row.getLong("from_num") + " to " + row.getLong("to_num"));
    }
}
