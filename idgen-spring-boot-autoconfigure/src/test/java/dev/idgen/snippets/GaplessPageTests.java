package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterAudit;
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
            Class<?> audit = java.type("InvoiceAudit");
            SnippetDatabase.of(java, PAGE.blocks("yaml").get(0))
                    .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                    .withBean(billing)
                    .withBean(audit)
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
                        assertThat(reports(context.getBean(audit))).hasToString("[" + year + ": 1 to 3 complete]");
                        context.getBean(JdbcTemplate.class).update("DELETE FROM invoices WHERE number LIKE '%2'");
                        assertThat(reports(context.getBean(audit)))
                                .hasToString("[" + year + ": 1 to 3, 1 missing: 2 (not stored)]");

                        assertThatThrownBy(() -> context.getBean(IdGenerators.class)
                                        .get("invoice")
                                        .next())
                                .isInstanceOf(TransactionRequiredException.class);
                        assertThatThrownBy(() ->
                                        context.getBean(CounterAudit.class).audit("order", "a", "b", 1))
                                .hasMessage("there is no transactional counter 'order', only [invoice]");
                    });
        }
    }

    private static Object bill(Object service) {
        return ReflectionTestUtils.invokeMethod(service, "bill", BigDecimal.TEN);
    }

    private static List<?> reports(Object audit) {
        return ReflectionTestUtils.invokeMethod(audit, "reports");
    }
}
