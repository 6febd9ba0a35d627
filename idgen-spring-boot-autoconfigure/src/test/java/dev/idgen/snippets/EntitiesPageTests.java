package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.BackdatedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdRange;
import dev.idgen.IdService;
import dev.idgen.InvalidKeyException;
import dev.idgen.KeyedIds;
import dev.idgen.TransactionRequiredException;
import dev.idgen.TransactionalIds;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import jakarta.persistence.EntityManager;
import java.lang.reflect.Constructor;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The snippets of the pages about ids in a database, run: entities are stored and read back, rows are found by time, and numbers of
 * transactions have no gap, as the query of {@code docs/counters.md} shows.
 */
class EntitiesPageTests {

    private static final Page ENTITIES = Page.of("docs/entities.md");

    private static final Page COUNTERS = Page.of("docs/counters.md");
    private static final String KEYED = COUNTERS.blocks("yaml").get(1);
    private static final String GAPLESS = COUNTERS.blocks("yaml").get(2);
    private static final Page TIME_QUERIES = Page.of("docs/time-queries.md");
    private static final String AUDIT = COUNTERS.blocks("sql").get(0);
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final int year = Year.now(BERLIN).getValue();

    /** An application with all entities of {@code docs/entities.md}, and so with both blocks of its generators. */
    static ApplicationContextRunner entities(CompiledSnippets java) throws Exception {
        List<String> generators = ENTITIES.blocks("yaml");
        String all = generators.get(0) + generators.get(1).replace("idgen:\n  generators:\n", "");
        return SnippetDatabase.of(java, all)
                .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                .withPropertyValues("idgen.generators.voucher.acquire-timeout=30s");
    }

    private static Object created(CompiledSnippets java, String name) throws ClassNotFoundException {
        return BeanUtils.instantiateClass(java.type(name));
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
        entities(java).run(context -> {
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
        entities(java).run(context -> SnippetDatabase.storeReceipt(receipt.newInstance(null, 12), context));
    }

    /** A client that sends an id for a new row is told so. */
    @Test
    void idOfAClientIsRefused() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(ENTITIES);
        Object parcel = created(java, "Parcel");
        ReflectionTestUtils.setField(parcel, "id", 5L);
        entities(java)
                .run(context -> assertThatThrownBy(() -> context.getBean(TransactionTemplate.class)
                                .executeWithoutResult(status ->
                                        context.getBean(EntityManager.class).persist(parcel)))
                        .hasStackTraceContaining(
                                "Parcel.id: the application has set it to '5'. Leave it 0 before an insert"));
    }

    @Test
    void invoicesHaveNoGapAndTheAuditShowsIt() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(COUNTERS);
        Class<?> billing = java.type("Billing");
        ApplicationContextRunner application = SnippetDatabase.of(java, GAPLESS)
                .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                .withPropertyValues("idgen.generators.invoice.acquire-timeout=30s")
                .withBean(billing)
                .withBean(java.type("Drafts"));
        application.run(context -> {
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

            Object drafts = context.getBean(java.type("Drafts"));
            Object draft = created(java, "Draft");
            ReflectionTestUtils.setField(draft, "amount", BigDecimal.ONE);
            context.getBean(TransactionTemplate.class)
                    .executeWithoutResult(
                            status -> context.getBean(EntityManager.class).persist(draft));
            for (int call = 0; call < 2; call++) {
                String number = ReflectionTestUtils.invokeMethod(
                        drafts, "makeFinal", ReflectionTestUtils.getField(draft, "id"));
                assertThat(number).isEqualTo("INV-" + year + "-000004");
                ReflectionTestUtils.invokeMethod(drafts, "makeVoid", number, "wrong amount");
            }
            assertThat(findings(jdbc, audit))
                    .containsExactly(year + " issued 1 to 4", year + " not stored 2 to 2", year + " void 4 to 4");

            IdGenerator<?> invoice = context.getBean(IdGenerators.class).get("invoice");
            assertThatThrownBy(invoice::next).isInstanceOf(TransactionRequiredException.class);
        });
    }

    @Test
    void requestThatIsSentAgainHasOneInvoice() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(COUNTERS);
        Class<?> billing = java.type("RetriedBilling");
        SnippetDatabase.of(java, GAPLESS + "    ids:\n      type: snowflake\n")
                .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                .withBean(billing)
                .run(context -> {
                    Object service = context.getBean(billing);
                    for (String[] sent : new String[][] {{"a", "1"}, {"b", "2"}, {"a", "1"}}) {
                        assertThat(ReflectionTestUtils.<Object>invokeMethod(service, "bill", sent[0], BigDecimal.TEN))
                                .isEqualTo("INV-" + year + "-00000" + sent[1]);
                    }
                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForObject("SELECT COUNT(*) FROM invoices", Integer.class))
                            .isEqualTo(2);
                    TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
                    IdGenerators all = context.getBean(IdGenerators.class);
                    assertThatThrownBy(() -> transaction.execute(
                                    status -> ((TransactionalIds<?>) all.get("invoice")).nextForRequest("a b")))
                            .isInstanceOf(InvalidKeyException.class);
                    assertThat(all.get("ids")).isNotInstanceOf(TransactionalIds.class);
                });
    }

    private static Object bill(Object service) {
        return ReflectionTestUtils.invokeMethod(service, "bill", BigDecimal.TEN);
    }

    @Test
    void eachTenantHasItsOwnNumbers() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(COUNTERS);
        Class<?> numbers = java.type("InvoiceNumbers");
        SnippetApplication.inMemory(KEYED)
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
        LocalDate first = LocalDate.ofInstant(order.decode(made.get(0)).instant(), BERLIN);
        LocalDate last = LocalDate.ofInstant(order.decode(made.get(9)).instant(), BERLIN);

        Set<Long> found = new TreeSet<>();
        for (LocalDate day : new TreeSet<>(List.of(first, last))) {
            found.addAll(ReflectionTestUtils.<List<Long>>invokeMethod(shop, "ordersOf", day));
        }
        List<Long> before = ReflectionTestUtils.invokeMethod(shop, "ordersOf", first.minusDays(1));

        assertThat(found).containsExactlyElementsOf(made);
        assertThat(before).isEmpty();
    }

    /** Half of the ids have the highest bit of their timestamp set or not: databases compare them as unsigned, Java does not. */
    private static void findsSessions(AssertableApplicationContext context, Object shop) {
        JdbcTemplate database = context.getBean(JdbcTemplate.class);
        BackdatedIds<UUID> session =
                (BackdatedIds<UUID>) context.getBean(IdGenerators.class).get("session", UUID.class);
        Instant middle = Instant.ofEpochMilli(1L << 47); // from here on UUIDs are negative to Java
        List<UUID> made = IntStream.range(-5, 5)
                .mapToObj(second -> middle.plusSeconds(second))
                .map(session::at)
                .toList();
        made.forEach(id -> database.update("insert into sessions values (?)", id));

        List<UUID> found = ReflectionTestUtils.invokeMethod(
                shop, "sessionsBetween", middle.minusSeconds(2), middle.plusSeconds(3));

        assertThat(found).isEqualTo(made.subList(3, 8));
    }
}
