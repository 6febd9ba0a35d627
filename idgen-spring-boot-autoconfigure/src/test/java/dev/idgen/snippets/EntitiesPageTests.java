package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdRange;
import dev.idgen.IdService;
import dev.idgen.KeyedIds;
import dev.idgen.TransactionRequiredException;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import jakarta.persistence.EntityManager;
import java.lang.reflect.Constructor;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The snippets of the pages about ids in a database, run: entities are stored and read back, rows are found by time, and numbers of
 * transactions have no gap, as the query of {@code docs/audit.md} shows.
 */
class EntitiesPageTests {

    private static final Page ENTITIES = Page.of("docs/entities.md");
    private static final Page GAPLESS = Page.of("docs/gapless.md");
    private static final Page KEYS = Page.of("docs/keys.md");
    private static final Page TIME_QUERIES = Page.of("docs/time-queries.md");
    private static final String AUDIT = Page.of("docs/audit.md").blocks("sql").get(0);
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final String PLAN = "explain select id from %s where id >= ? and id < ? order by id";

    private final int year = Year.now(BERLIN).getValue();

    private static Object created(CompiledSnippets java, String name) {
        try {
            Constructor<?> constructor = java.type(name).getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ApplicationContextRunner withTransactionalInvoices(CompiledSnippets java, Page page)
            throws Exception {
        return SnippetDatabase.of(java, page.blocks("yaml").get(0))
                .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                .withPropertyValues(
                        "idgen.generators.invoice.transactional=true",
                        "idgen.generators.invoice.store=jdbc",
                        "idgen.generators.invoice.acquire-timeout=30s");
    }

    private static List<String> findings(JdbcTemplate jdbc, String query) {
        return jdbc.query(
                query,
                (row, number) -> row.getString("period") + " " + row.getString("finding") + " "
                        + row.getLong("from_num") + " to " + row.getLong("to_num"));
    }

    @Test
    void ordersAreStoredAndFoundByTheTimeInTheirIds() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(ENTITIES);
        Object order = created(java, "Order");
        SnippetDatabase.of(java, ENTITIES.blocks("yaml").get(0)).run(context -> {
            Instant begin = Instant.now().minusSeconds(1);
            context.getBean(TransactionTemplate.class)
                    .executeWithoutResult(
                            status -> context.getBean(EntityManager.class).persist(order));
            String id = (String) ReflectionTestUtils.getField(order, "id");
            assertThat(id).matches("\\d{15}ORDR\\d{8}");

            Instant end = Instant.now().plusSeconds(1);
            assertThat(ordersBetween(context, begin, end)).extracting("id").containsExactly(id);
            assertThat(ordersBetween(context, end, end.plusSeconds(60))).isEmpty();
        });
    }

    private static List<?> ordersBetween(ApplicationContext context, Instant from, Instant to) {
        String query = "select o from Order o where o.id >= :from and o.id < :to order by o.id";
        assertThat(TIME_QUERIES.text()).contains("`" + query + "`");
        IdRange<String> range = context.getBean(IdService.class).range(from, to);
        return context.getBean(EntityManager.class)
                .createQuery(query)
                .setParameter("from", range.from())
                .setParameter("to", range.to())
                .getResultList();
    }

    @Test
    void receiptsAreStoredAndReadBack() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(ENTITIES);
        Constructor<?> receipt = java.type("Receipt").getDeclaredConstructor(Long.class, int.class);
        receipt.setAccessible(true);
        SnippetDatabase.of(java, ENTITIES.blocks("yaml").get(0))
                .run(context -> SnippetDatabase.storeReceipt(receipt.newInstance(null, 12), context));
    }

    @Test
    void invoicesHaveNoGapAndTheAuditShowsIt() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(GAPLESS);
        Class<?> billing = java.type("Billing");
        withTransactionalInvoices(java, GAPLESS).withBean(billing).run(context -> {
            Object service = context.getBean(billing);
            assertThat(bill(service)).isEqualTo("INV-" + year + "-000001");
            context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                assertThat(bill(service)).isEqualTo("INV-" + year + "-000002");
                status.setRollbackOnly();
            });
            assertThat(bill(service)).isEqualTo("INV-" + year + "-000002");
            assertThat(bill(service)).isEqualTo("INV-" + year + "-000003");
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            String audit = AUDIT.replace(" ~ ", " REGEXP "); // TransactionalCounterContract runs it on each database
            assertThat(findings(jdbc, audit)).containsExactly(year + " issued 1 to 3");
            jdbc.update("DELETE FROM invoices WHERE number LIKE '%2'");
            assertThat(findings(jdbc, audit)).containsExactly(year + " issued 1 to 3", year + " not stored 2 to 2");

            IdGenerator<?> invoice = context.getBean(IdGenerators.class).get("invoice");
            assertThatThrownBy(invoice::next).isInstanceOf(TransactionRequiredException.class);
        });
    }

    private static Object bill(Object service) {
        return ReflectionTestUtils.invokeMethod(service, "bill", BigDecimal.TEN);
    }

    @Test
    void eachTenantHasItsOwnNumbers() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(KEYS);
        Class<?> numbers = java.type("InvoiceNumbers");
        SnippetApplication.inMemory(KEYS.blocks("yaml").get(0))
                .withClassLoader(java.classLoader())
                .withBean(numbers)
                .run(context -> {
                    Object bean = context.getBean(numbers);
                    assertThat(next(bean, "acme")).isEqualTo("acme-" + year + "-00001");
                    assertThat(next(bean, "acme")).isEqualTo("acme-" + year + "-00002");
                    assertThat(next(bean, "other")).isEqualTo("other-" + year + "-00001");

                    KeyedIds<?> invoice = context.getBean(IdGenerators.class).getKeyed("invoice");
                    ReflectionTestUtils.invokeMethod(created(java, "Migration"), "goOnAfter", invoice, "old", 4711L);
                    assertThat(next(bean, "old")).isEqualTo("old-" + year + "-04712");
                });
    }

    private static Object next(Object numbers, String tenant) {
        return ReflectionTestUtils.invokeMethod(numbers, "next", tenant);
    }

    /** Of the entity that the page of keys links to. */
    @Test
    void invoicesOfTenantsHaveNoGapAndTheAuditShowsIt() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(ENTITIES);
        withTransactionalInvoices(java, KEYS)
                .withPropertyValues("idgen.generators.ticket.type=tsid") // of another entity of the page
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
                    assertThat(findings(jdbc, auditOfTenants()))
                            .containsExactly(
                                    "acme:" + year + " issued 1 to 2",
                                    "b:" + year + " issued 1 to 1",
                                    "b:" + year + " not stored 1 to 1",
                                    "c:" + year + " issued 1 to 1");
                });
    }

    private static Object invoice(CompiledSnippets java, String tenant) {
        Object invoice = created(java, "Invoice");
        ReflectionTestUtils.setField(invoice, "tenant", tenant);
        return invoice;
    }

    /** The query with the changes for keys that its page names. */
    private static String auditOfTenants() {
        return AUDIT.replaceFirst(
                        "(?s)SUBSTRING.number, 5, 4. AS period,.*?CAST.* AS num",
                        "CONCAT(tenant, ':', LEFT(RIGHT(number, 10), 4)) AS period, CAST(RIGHT(number, 5) AS DECIMAL(19)) AS num")
                .replace("'invoice:%'", "'invoice::_%'")
                .replace("SUBSTRING(counter_name, 9)", "SUBSTRING(counter_name, 10)");
    }

    @Test
    void rowsAreFoundByTimeAndPrimaryKey() throws Exception {
        Class<?> type = CompiledSnippets.javaOf(TIME_QUERIES).type("Shop");
        SnippetApplication.inMemory(TIME_QUERIES.blocks("yaml").get(0))
                .withConfiguration(SnippetDatabase.JDBC)
                .withPropertyValues("spring.datasource.generate-unique-name=true")
                .withBean(type)
                .run(context -> {
                    context.getBean(JdbcTemplate.class)
                            .execute(
                                    "create table orders (id bigint primary key); create table sessions (id uuid primary key)");
                    findsOrders(context, context.getBean(type));
                    findsSessions(context, context.getBean(type));
                });
    }

    private static void findsOrders(AssertableApplicationContext context, Object shop) {
        JdbcTemplate database = context.getBean(JdbcTemplate.class);
        IdGenerator<Long> order = context.getBean(IdGenerators.class).getLong("order");
        List<Long> made = order.next(10);
        made.forEach(id -> database.update("insert into orders values (?)", id));
        LocalDate today = LocalDate.ofInstant(order.decode(made.get(0)).instant(), BERLIN);
        LocalDate last = LocalDate.ofInstant(order.decode(made.get(9)).instant(), BERLIN);

        List<Long> found = ReflectionTestUtils.invokeMethod(shop, "ordersOf", today);
        List<Long> before = ReflectionTestUtils.invokeMethod(shop, "ordersOf", today.minusDays(1));

        assertThat(found)
                .isEqualTo(made.stream()
                        .filter(id ->
                                today.equals(last) || order.range(today, BERLIN).contains(id))
                        .toList());
        assertThat(before).isEmpty();
        assertPlan(database, "orders", order.range(today, BERLIN));
    }

    /** Half of the ids have the highest bit of their timestamp set or not: databases compare them as unsigned, Java does not. */
    private static void findsSessions(AssertableApplicationContext context, Object shop) {
        JdbcTemplate database = context.getBean(JdbcTemplate.class);
        IdGenerator<UUID> session = context.getBean(IdGenerators.class).get("session", UUID.class);
        Instant middle = Instant.ofEpochMilli(1L << 47); // from here on UUIDs are negative to Java
        List<UUID> made = IntStream.range(-5, 5)
                .mapToObj(second -> middle.plusSeconds(second))
                .map(session::at)
                .toList();
        made.forEach(id -> database.update("insert into sessions values (?)", id));

        List<UUID> found = ReflectionTestUtils.invokeMethod(
                shop, "sessionsBetween", middle.minusSeconds(2), middle.plusSeconds(3));

        assertThat(found).isEqualTo(made.subList(3, 8));
        IdRange<UUID> range = session.range(middle.minusSeconds(2), middle.plusSeconds(3));
        assertThat(made.stream().filter(range::contains).toList()).isEqualTo(found);
        assertPlan(database, "sessions", range);
    }

    private static void assertPlan(JdbcTemplate database, String table, IdRange<?> range) {
        assertThat(database.queryForObject(PLAN.formatted(table), String.class, range.from(), range.to()))
                .containsPattern("PRIMARY_KEY_\\w+: ID >= ")
                .contains("/* index sorted */");
    }
}
