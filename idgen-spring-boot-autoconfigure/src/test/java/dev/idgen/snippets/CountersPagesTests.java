package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CountedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.InvalidKeyException;
import dev.idgen.KeyTemplates;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.PeriodClosedException;
import dev.idgen.TransactionRequiredException;
import dev.idgen.TransactionalIds;
import dev.idgen.TransactionalKeyedIds;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.internal.actuate.IdgenEndpoint;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The snippets of the pages about counters, run: they return what the pages show. */
class CountersPagesTests {

    private static final Page COUNTERS = Page.of("docs/counters.md");
    private static final Page GAPLESS = Page.of("docs/gapless.md");
    private static final Page RETRIES = Page.of("docs/gapless-retries.md");
    private static final Page OUTBOX = Page.of("docs/outbox.md");
    private static final Page TENANTS = Page.of("docs/tenants.md");
    private static final Page FISCAL_YEARS = Page.of("docs/fiscal-years.md");
    private static final Page IMPORTS = Page.of("docs/imports.md");
    private static final String AUDIT = Page.of("docs/audit.sql").text();
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static final Pattern FISCAL_YEAR =
            Pattern.compile("(?m)^\\| [^|`]+ \\| `([^`]+)` \\| `([^`]+)` \\| `([^`]+)` \\| `([^`]+)` \\|$");

    private final int year = Year.now(BERLIN).getValue();

    private static String yaml(Page page, int block) {
        return page.blocks("yaml").get(block);
    }

    /** What a page shows of the year in which it was written, in this year. */
    private String shown(Page page, String id) {
        assertThat(page.text()).contains(id);
        return id.replace("2026", Integer.toString(year));
    }

    private static Object called(Object bean, String method, Object... arguments) {
        return ReflectionTestUtils.invokeMethod(bean, method, arguments);
    }

    private static List<String> findings(JdbcTemplate jdbc) {
        return jdbc.query(
                AUDIT.replace(" ~ ", " REGEXP "), // TransactionalCounterIntegrationTests runs it on each database
                (row, number) -> row.getString("period") + " " + row.getString("finding") + " "
                        + row.getLong("from_num") + " to " + row.getLong("to_num"));
    }

    @Test
    void generatorsReturnWhatTheirPageShows() {
        SnippetApplication.inMemory(yaml(COUNTERS, 0)).run(context -> {
            assertThat(COUNTERS.text()).contains("`ORD-202611-000001`", "returns 100000");
            Object order = context.getBean("order", CountedIds.class).next();
            String month = YearMonth.now(BERLIN).toString().replace("-", "");
            assertThat(order).isEqualTo("ORD-" + month + "-000001");
            assertThat(context.getBean("customer", LongIdGenerator.class).nextLong())
                    .isEqualTo(100_000);
        });
    }

    @Test
    void invoicesHaveNoGapAndTheAuditShowsIt() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(GAPLESS);
        Class<?> billing = java.type("Billing");
        database(java, yaml(GAPLESS, 0)).withBean(billing).run(context -> {
            Object service = context.getBean(billing);
            TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
            assertThat(bill(service)).isEqualTo(shown(GAPLESS, "INV-2026-000001"));
            transaction.executeWithoutResult(status -> {
                assertThat(bill(service)).isEqualTo("INV-" + year + "-000002");
                status.setRollbackOnly();
            });
            assertThat(bill(service)).isEqualTo("INV-" + year + "-000002");
            assertThat(bill(service)).isEqualTo("INV-" + year + "-000003");
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            assertThat(findings(jdbc)).containsExactly(year + " issued 1 to 3");
            jdbc.update("DELETE FROM invoices WHERE number LIKE '%2'");
            called(service, "makeVoid", "INV-" + year + "-000003", "wrong amount");
            context.getBean("invoice", CountedIds.class)
                    .on(LocalDate.of(2019, 5, 1))
                    .raiseTo(7);
            assertThat(findings(jdbc))
                    .containsExactly(
                            "2019 issued 1 to 7",
                            "2019 skipped 1 to 7",
                            year + " issued 1 to 3",
                            year + " not stored 2 to 2",
                            year + " void 3 to 3");
            IdGenerator<?> invoice = context.getBean(IdGenerators.class).get("invoice");
            assertThatThrownBy(invoice::next).isInstanceOf(TransactionRequiredException.class);
        });
    }

    private static ApplicationContextRunner database(CompiledSnippets java, String yaml) throws Exception {
        return SnippetDatabase.of(java, yaml)
                .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                .withPropertyValues("idgen.generators.invoice.acquire-timeout=30s");
    }

    private static Object bill(Object service) {
        return called(service, "bill", BigDecimal.TEN);
    }

    @Test
    void requestThatIsSentAgainHasOneInvoice() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(RETRIES);
        Class<?> billing = java.type("RetriedBilling");
        database(java, yaml(RETRIES, 0) + "    ids:\n      type: snowflake\n")
                .withBean(billing)
                .run(context -> {
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    jdbc.execute("CREATE TABLE invoices (tenant VARCHAR(9), number VARCHAR(15), issued DATE, amount"
                            + " DECIMAL(19, 2), PRIMARY KEY (tenant, number))");
                    Object service = context.getBean(billing);
                    LocalDate day = LocalDate.of(2026, 4, 1);
                    for (String[] sent : new String[][] {{"a", "1"}, {"b", "2"}, {"a", "1"}}) {
                        assertThat(called(service, "bill", "acme", day, sent[0], BigDecimal.TEN))
                                .isEqualTo("INV-2026-00000" + sent[1]);
                        day = day.plusYears(sent[0].equals("b") ? 1 : 0); // the first date counts
                    }
                    assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM invoices", Integer.class))
                            .isEqualTo(2);
                    TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
                    IdGenerators all = context.getBean(IdGenerators.class);
                    assertThatThrownBy(() ->
                                    transaction.execute(status -> ((TransactionalKeyedIds<?>) all.getKeyed("invoice"))
                                            .forKey("acme")
                                            .nextForRequest("a b")))
                            .isInstanceOf(InvalidKeyException.class);
                    assertThat(all.get("ids")).isNotInstanceOf(TransactionalIds.class);
                });
    }

    @Test
    void eachStreamHasItsOwnNumbers() throws Exception {
        String both = yaml(GAPLESS, 0) + yaml(OUTBOX, 0).replace("idgen:\n  generators:\n", "");
        database(CompiledSnippets.javaOf(GAPLESS), both).run(context -> {
            KeyedIds<?> event = context.getBean(IdGenerators.class).getKeyed("event");
            TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
            for (String stream : List.of("a", "b")) {
                for (long number = 1; number <= 3; number++) {
                    assertThat((Object) transaction.execute(
                                    status -> event.forKey(stream).next()))
                            .isEqualTo(number);
                }
            }
        });
    }

    @Test
    void eachTenantHasItsOwnNumbers() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(TENANTS);
        Class<?> numbers = java.type("InvoiceNumbers");
        SnippetApplication.inMemory(yaml(TENANTS, 0))
                .withClassLoader(java.classLoader())
                .withBean(numbers)
                .run(context -> {
                    Object bean = context.getBean(numbers);
                    assertThat(called(bean, "next", "acme")).isEqualTo(shown(TENANTS, "acme-2026-00001"));
                    assertThat(called(bean, "next", "acme")).isEqualTo("acme-" + year + "-00002");
                    assertThat(called(bean, "next", "other")).isEqualTo("other-" + year + "-00001");
                    assertThat(called(bean, "next", "acme", LocalDate.of(2025, 12, 31)))
                            .isEqualTo("acme-2025-00001");
                    assertThat(TENANTS.text()).contains("// acme-2025-00001");
                });
    }

    /** The bean is asked for all generators with keys, also for that of the first snippet. */
    @Test
    void tenantHasAFormatOfItsOwn() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(TENANTS);
        String both = yaml(TENANTS, 0) + yaml(TENANTS, 1).replace("idgen:\n  generators:\n", "");
        SnippetApplication.inMemory(both)
                .withPropertyValues("idgen.generators.bill.zone=Europe/Berlin")
                .withBean(KeyTemplates.class, () -> (KeyTemplates) created(java, "TenantFormats"))
                .run(context -> {
                    IdGenerators all = context.getBean(IdGenerators.class);
                    KeyedIds<?> bill = all.getKeyed("bill");
                    assertThat(TENANTS.text()).contains("acme: RE/26/0001, others: B-2026-00001");
                    assertThat((Object) bill.forKey("acme").next()).isEqualTo("RE/" + year % 100 + "/0001");
                    assertThat((Object) bill.forKey("other").next()).isEqualTo("B-" + year + "-00001");
                    assertThat((Object) all.getKeyed("invoice").forKey("acme").next())
                            .isEqualTo("acme-" + year + "-00001");
                });
    }

    private static Object created(CompiledSnippets java, String name) {
        try {
            return BeanUtils.instantiateClass(java.type(name));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void documentIsNumberedByItsOwnDate() throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(FISCAL_YEARS);
        Class<?> numbers = java.type("DatedNumbers");
        SnippetApplication.inMemory(yaml(FISCAL_YEARS, 0))
                .withClassLoader(java.classLoader())
                .withBean(numbers)
                .run(context -> {
                    Object bean = context.getBean(numbers);
                    assertThat(FISCAL_YEARS.text()).contains("of 2026-03-31: BILL/2025/26/0001");
                    assertThat(called(bean, "next", LocalDate.of(2026, 3, 31))).isEqualTo("BILL/2025/26/0001");
                    assertThat(called(bean, "next", LocalDate.of(2026, 4, 1))).isEqualTo("BILL/2026/27/0001");
                    assertThat(called(bean, "next", LocalDate.of(2026, 3, 30))).isEqualTo("BILL/2025/26/0002");

                    CountedIds<?> invoice = context.getBean("invoice", CountedIds.class);
                    CountedIds<?> closed = invoice.on(LocalDate.of(2024, 12, 31));
                    assertThat((Object) invoice.on(LocalDate.of(2025, 1, 1)).next())
                            .isEqualTo("INV-2025-00001");
                    assertThatThrownBy(closed::next).isInstanceOf(PeriodClosedException.class);
                    assertThatThrownBy(closed::preview).isInstanceOf(PeriodClosedException.class);
                    assertThatThrownBy(() -> closed.raiseTo(5)).isInstanceOf(PeriodClosedException.class);
                });
    }

    private static List<MatchResult> fiscalYears() {
        return FISCAL_YEAR.matcher(FISCAL_YEARS.text()).results().toList();
    }

    @ParameterizedTest
    @MethodSource("fiscalYears")
    void documentHasTheNumberOfItsFiscalYear(MatchResult row) {
        String date =
                FISCAL_YEARS.mentions("(?<=A document of )[\\d-]+(?= has)").get(0);
        SnippetApplication.inMemory("idgen.generators.invoice.type: counter")
                .withPropertyValues(
                        "idgen.generators.invoice.year-begins=" + row.group(1),
                        "idgen.generators.invoice.template=" + row.group(2))
                .run(context -> {
                    CountedIds<String> invoice = (CountedIds<String>)
                            context.getBean(IdGenerators.class).get("invoice", String.class);
                    String number = invoice.on(LocalDate.parse(date)).next();
                    assertThat(number).isEqualTo(row.group(3));
                    assertThat(invoice.decode(number).parts()).containsEntry("period", row.group(4));
                });
    }

    @Test
    void formShowsTheNextNumberAndTakesNone() throws Exception {
        imports(context -> {
            Object form = context.getBeansWithAnnotation(RestController.class)
                    .values()
                    .iterator()
                    .next();
            String expected = shown(IMPORTS, "acme-2026-00001");
            assertThat(called(form, "expected", "acme")).isEqualTo(expected);
            assertThat(called(form, "expected", "acme")).isEqualTo(expected);
            CountedIds<?> acme =
                    context.getBean(IdGenerators.class).getKeyed("invoice").forKey("acme");
            assertThat((Object) acme.next()).isEqualTo(expected);

            assertThat(IMPORTS.text()).contains("// 4711: the next is acme-2025-04712");
            called(form, "continueAfter", "acme", LocalDate.of(2025, 3, 1), 4711L);
            assertThat((Object) acme.on(LocalDate.of(2025, 12, 31)).next()).isEqualTo("acme-2025-04712");
            assertThat((Object) acme.preview()).isEqualTo("acme-" + year + "-00002");
        });
    }

    /** The command and its answer. */
    @Test
    void operatorRaisesACounter() throws Exception {
        String command = IMPORTS.blocks("shell").get(0);
        JsonMapper json = JsonMapper.shared();
        JsonNode sent = json.readTree(command.substring(command.indexOf('{'), command.indexOf('}') + 1));
        imports(context -> {
            IdgenEndpoint.Raised raised = context.getBean(IdgenEndpoint.class)
                    .raise(
                            "invoice",
                            sent.get("to").asLong(),
                            sent.get("key").asString(),
                            sent.get("date").asString());
            assertThat(command).contains("/actuator/idgen/invoice");
            assertThat(json.<JsonNode>valueToTree(raised))
                    .isEqualTo(json.readTree(IMPORTS.blocks("json").get(0)));
        });
    }

    private static void imports(ContextConsumer<AssertableApplicationContext> test) throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(IMPORTS);
        SnippetApplication.inMemory(yaml(IMPORTS, 0) + yaml(IMPORTS, 1))
                .withConfiguration(TypicalApplication.ACTUATOR)
                .withInitializer(context -> context.getEnvironment() // as Spring Boot's applications do
                        .setConversionService(new ApplicationConversionService()))
                .withClassLoader(java.classLoader())
                .withBean(java.type("InvoiceForm"))
                .run(test);
    }
}
