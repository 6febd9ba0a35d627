package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;

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
        Class<?> repository = java.type("OrderRepository");
        Class<?> history = java.type("OrderHistory");
        Object order = created(java.type("Order"));
        SnippetDatabase.of(java, GENERATORS)
                .withInitializer(context -> SnippetDatabase.register(repository, context))
                .withBean(history)
                .run(context -> {
                    Instant begin = Instant.now().minusSeconds(1);
                    @SuppressWarnings("unchecked")
                    JpaRepository<Object, String> orders = (JpaRepository<Object, String>) context.getBean(repository);
                    orders.save(order);
                    String id = (String) ReflectionTestUtils.getField(order, "id");
                    assertThat(id).matches("\\d{15}ORDR\\d{8}");
                    assertThat(orders.findById(id)).isPresent();

                    Instant end = Instant.now().plusSeconds(1);
                    List<?> found =
                            ReflectionTestUtils.invokeMethod(context.getBean(history), "madeBetween", begin, end);
                    assertThat(found).extracting("id").containsExactly(id);
                    List<?> later = ReflectionTestUtils.invokeMethod(
                            context.getBean(history), "madeBetween", end, end.plusSeconds(60));
                    assertThat(later).isEmpty();
                });
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
