package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.KeyedIds;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import jakarta.persistence.EntityManager;
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

/**
 * Runs the snippets of {@code docs/keys.md}, the entity that the page links to, and the query of {@code docs/audit.md}
 * with its changes for keys.
 */
class KeysPageTests {

    private static final Page PAGE = Page.of("docs/keys.md");

    /** The entity that the page links to. */
    private static final List<String> ENTITY = Page.of("docs/entities.md").blocks("java").stream()
            .filter(block -> block.contains("class Invoice "))
            .toList();

    @TempDir
    private Path folder;

    private final int year = Year.now(ZoneId.of("Europe/Berlin")).getValue();

    @Test
    void eachTenantHasNumbersOfItsOwn() throws Exception {
        try (CompiledSnippets java = CompiledSnippets.of(PAGE.blocks("java"), folder)) {
            Class<?> numbers = java.type("InvoiceNumbers");
            SnippetApplication.inMemory(PAGE.blocks("yaml").get(0))
                    .withClassLoader(java.classLoader())
                    .withBean(numbers)
                    .run(context -> {
                        Object bean = context.getBean(numbers);
                        assertThat(next(bean, "acme")).isEqualTo("acme-" + year + "-00001");
                        assertThat(next(bean, "acme")).isEqualTo("acme-" + year + "-00002");
                        assertThat(next(bean, "other")).isEqualTo("other-" + year + "-00001");

                        KeyedIds<?> invoice =
                                context.getBean(IdGenerators.class).getKeyed("invoice");
                        ReflectionTestUtils.invokeMethod(newOf(java, "Migration"), "goOnAfter", invoice, "old", 4711L);
                        assertThat(next(bean, "old")).isEqualTo("old-" + year + "-04712");
                    });
        }
    }

    @Test
    void invoicesOfTenantsHaveNoGapAndTheAuditShowsIt() throws Exception {
        try (CompiledSnippets java = CompiledSnippets.of(ENTITY, folder)) {
            SnippetDatabase.of(java, PAGE.blocks("yaml").get(0))
                    .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                    .withPropertyValues(
                            "idgen.generators.invoice.transactional=true", "idgen.generators.invoice.store=jdbc")
                    .run(context -> {
                        TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
                        EntityManager entities = context.getBean(EntityManager.class);
                        for (String tenant : List.of("acme", "b", "acme", "c")) {
                            transaction.executeWithoutResult(status -> {
                                entities.persist(invoice(java, tenant));
                                status.setRollbackOnly();
                            });
                            transaction.executeWithoutResult(status -> entities.persist(invoice(java, tenant)));
                        }
                        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                        assertThat(jdbc.queryForList("SELECT number FROM invoices ORDER BY number", String.class))
                                .containsExactly(
                                        "acme-" + year + "-00001",
                                        "acme-" + year + "-00002",
                                        "b-" + year + "-00001",
                                        "c-" + year + "-00001");
                        jdbc.update("DELETE FROM invoices WHERE tenant = 'b'");
                        assertThat(findings(jdbc))
                                .containsExactly(
                                        "acme:" + year + " issued 1 to 2",
                                        "b:" + year + " issued 1 to 1",
                                        "b:" + year + " not stored 1 to 1",
                                        "c:" + year + " issued 1 to 1");
                    });
        }
    }

    private static Object invoice(CompiledSnippets java, String tenant) {
        Object invoice = newOf(java, "Invoice");
        ReflectionTestUtils.setField(invoice, "tenant", tenant);
        return invoice;
    }

    private static Object newOf(CompiledSnippets java, String name) {
        try {
            var constructor = java.type(name).getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object next(Object numbers, String tenant) {
        return ReflectionTestUtils.invokeMethod(numbers, "next", tenant);
    }

    private static List<String> findings(JdbcTemplate jdbc) {
        String query = Page.of("docs/audit.md")
                .blocks("sql")
                .get(0)
                .replaceFirst(
                        "(?s)SUBSTRING.number, 5, 4. AS period,.*?CAST.* AS num",
                        "CONCAT(tenant, ':', LEFT(RIGHT(number, 10), 4)) AS period, CAST(RIGHT(number, 5) AS DECIMAL(19)) AS num")
                .replace("'invoice:%'", "'invoice::_%'")
                .replace("SUBSTRING(counter_name, 9)", "SUBSTRING(counter_name, 10)");
        return jdbc.query(
                query,
                (row, number) -> row.getString("period") + " " + row.getString("finding") + " "
                        + row.getLong("from_num") + " to " + row.getLong("to_num"));
    }
}
