package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdRange;
import dev.idgen.IdService;
import jakarta.persistence.EntityManager;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ApplicationContext;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** The snippets of {@code docs/entities.md}, run: entities are stored in a database, read back, and found by time. */
class EntitiesPageTests {

    private static final Page PAGE = Page.of("docs/entities.md");
    private static final String GENERATORS = PAGE.blocks("yaml").get(0);

    @TempDir
    private Path folder;

    private CompiledSnippets java;

    @BeforeEach
    void compile() {
        java = CompiledSnippets.of(PAGE.blocks("java"), folder);
    }

    @AfterEach
    void close() throws Exception {
        java.close();
    }

    private static Object created(Class<?> type) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    @Test
    void ordersAreStoredAndFoundByTheTimeInTheirIds() throws Exception {
        Object order = created(java.type("Order"));
        SnippetDatabase.of(java, GENERATORS).run(context -> {
            Instant begin = Instant.now().minusSeconds(1);
            context.getBean(TransactionTemplate.class)
                    .executeWithoutResult(
                            status -> context.getBean(EntityManager.class).persist(order));
            String id = (String) ReflectionTestUtils.getField(order, "id");
            assertThat(id).matches("\\d{15}ORDR\\d{8}");

            Instant end = Instant.now().plusSeconds(1);
            assertThat(madeBetween(context, begin, end)).extracting("id").containsExactly(id);
            assertThat(madeBetween(context, end, end.plusSeconds(60))).isEmpty();
        });
    }

    /** By the query of {@code docs/time-queries.md}. */
    private static List<?> madeBetween(ApplicationContext context, Instant from, Instant to) {
        String query = "select o from Order o where o.id >= :from and o.id < :to order by o.id";
        assertThat(Page.of("docs/time-queries.md").text()).contains("`" + query + "`");
        IdRange<String> range = context.getBean(IdService.class).range(from, to);
        return context.getBean(EntityManager.class)
                .createQuery(query)
                .setParameter("from", range.from())
                .setParameter("to", range.to())
                .getResultList();
    }

    @Test
    void receiptsAreStoredAndReadBack() throws Exception {
        Constructor<?> receipt = java.type("Receipt").getDeclaredConstructor(Long.class, int.class);
        receipt.setAccessible(true);
        SnippetDatabase.of(java, GENERATORS).run(context -> {
            context.getBean(JdbcTemplate.class)
                    .execute("create table \"RECEIPT\" (\"ID\" bigint primary key, \"AMOUNT\" int)");
            JdbcAggregateTemplate receipts = context.getBean(JdbcAggregateTemplate.class);
            Object saved = receipts.save(receipt.newInstance(null, 12));
            Long id = (Long) ReflectionTestUtils.getField(saved, "id");
            assertThat(id).isPositive();
            assertThat((Object) receipts.findById(id, saved.getClass())).isEqualTo(saved);
        });
    }
}
