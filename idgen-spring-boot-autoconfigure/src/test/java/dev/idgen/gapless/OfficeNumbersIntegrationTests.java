package dev.idgen.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.CountedIds;
import dev.idgen.DecodedId;
import dev.idgen.KeyTemplates;
import dev.idgen.KeyedIds;
import dev.idgen.autoconfigure.IdgenActuatorAutoConfiguration;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.internal.actuate.IdgenEndpoint;
import dev.idgen.internal.actuate.IdgenEndpoint.Raised;
import dev.idgen.jdbc.Database;
import dev.idgen.jdbc.TestDatabase;
import dev.idgen.localredis.RedisServer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Numbers by the date of a document, in a fiscal year, for each tenant: previewed, corrected and closed. In a database
 * they are transactional.
 */
@ParameterizedClass
@CsvSource({"REDIS,", "JDBC, H2", "JDBC, POSTGRESQL"})
@ExtendWith(OutputCaptureExtension.class)
class OfficeNumbersIntegrationTests {

    private static final LocalDate LAST_DAY = LocalDate.of(2027, 4, 5);

    @Parameter(0)
    private Store store;

    @Parameter(1)
    private @Nullable TestDatabase database;

    private final String namespace = "o" + UUID.randomUUID();

    private enum Store {
        REDIS,
        JDBC
    }

    private static final class Redis {

        static final RedisServer SERVER = RedisServer.running();
    }

    private void run(Consumer<AssertableApplicationContext> test) {
        application().run(test::accept);
    }

    private ApplicationContextRunner application() {
        ApplicationContextRunner application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        IdgenAutoConfiguration.class,
                        IdgenDatabaseAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class,
                        IdgenActuatorAutoConfiguration.class))
                .withPropertyValues(
                        "management.endpoints.web.exposure.include=idgen",
                        "management.endpoints.jmx.exposure.include=idgen",
                        "idgen.namespace=" + namespace,
                        "idgen.store=" + store,
                        "idgen.generators.invoice.type=counter",
                        "idgen.generators.invoice.keyed=true",
                        "idgen.generators.invoice.template=INV/{yyyy}/{yy+1}/{0000}",
                        "idgen.generators.invoice.year-begins=04-06",
                        "idgen.generators.invoice.closed-before=2025-04-06",
                        "idgen.generators.invoice.zone=Europe/London",
                        "idgen.generators.invoice.acquire-timeout=30s",
                        "idgen.generators.ticket.type=counter",
                        "idgen.generators.session.type=uuid-v4");
        if (database == null) {
            return application
                    .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                    .withPropertyValues("spring.data.redis.port=" + Redis.SERVER.port());
        }
        Database running = database.running();
        return application
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + running.direct(),
                        "spring.datasource.username=" + running.user(),
                        "spring.datasource.password=" + running.password(),
                        "idgen.jdbc.initialize-schema=always",
                        "idgen.generators.invoice.transactional=true");
    }

    @SuppressWarnings("unchecked")
    private static CountedIds<String> invoice(AssertableApplicationContext context, String tenant) {
        return ((KeyedIds<String>) context.getBean("invoice")).forKey(tenant);
    }

    /** In a transaction, if the store has any. */
    private static String next(AssertableApplicationContext context, Supplier<CountedIds<String>> ids) {
        ObjectProvider<PlatformTransactionManager> manager = context.getBeanProvider(PlatformTransactionManager.class);
        PlatformTransactionManager found = manager.getIfAvailable();
        return found == null
                ? ids.get().next()
                : Objects.requireNonNull(new TransactionTemplate(found)
                        .execute(status -> ids.get().next()));
    }

    private static String next(AssertableApplicationContext context, CountedIds<String> ids) {
        return next(context, () -> ids);
    }

    @Test
    void documentIsNumberedInTheFiscalYearOfItsDate() {
        run(context -> {
            CountedIds<String> acme = invoice(context, "acme");
            assertThat(next(context, acme.on(LAST_DAY))).isEqualTo("INV/2026/27/0001");
            assertThat(next(context, acme.on(LAST_DAY.plusDays(1)))).isEqualTo("INV/2027/28/0001");
            assertThat(next(context, acme.on(LAST_DAY.minusYears(1)))).isEqualTo("INV/2025/26/0001");
            assertThat(next(context, acme.on(Instant.parse("2027-04-05T22:59:59Z"))))
                    .as("in summer time")
                    .isEqualTo("INV/2026/27/0002");
            DecodedId decoded = acme.decode("INV/2026/27/0002");
            assertThat(decoded.parts()).isEqualTo(Map.of("period", "2026", "number", 2L));
            assertThat(decoded.instant()).isEqualTo("2026-04-05T23:00:00Z");
            assertThat(next(context, invoice(context, "other").on(LAST_DAY))).isEqualTo("INV/2026/27/0001");
        });
        run(context -> assertThat(next(context, invoice(context, "acme").on(LAST_DAY)))
                .as("of another instance")
                .isEqualTo("INV/2026/27/0003"));
    }

    /** Also before the first number of a tenant and of a year, and only there. */
    @Test
    void nextNumberIsSetAndPreviewed() {
        run(context -> {
            CountedIds<String> lastYear = invoice(context, "acme").on(LAST_DAY.minusYears(1));
            assertThat(lastYear.preview()).isEqualTo("INV/2025/26/0001");
            lastYear.raiseTo(41);
            assertThat(lastYear.preview()).isEqualTo("INV/2025/26/0042");
            assertThat(invoice(context, "acme").on(LAST_DAY).preview()).isEqualTo("INV/2026/27/0001");
            assertThat(invoice(context, "other").on(LAST_DAY.minusYears(1)).preview())
                    .isEqualTo("INV/2025/26/0001");
        });
        run(context -> {
            CountedIds<String> lastYear = invoice(context, "acme").on(LAST_DAY.minusYears(1));
            assertThat(lastYear.preview()).as("of another instance").isEqualTo("INV/2025/26/0042");
            assertThat(next(context, lastYear)).isEqualTo("INV/2025/26/0042");
            if (database != null) {
                assertThat(context.getBean(JdbcTemplate.class)
                                .queryForList(
                                        "SELECT CONCAT(counter_name, ' ', gap_from, ' ', gap_to) FROM idgen_counter_gap"
                                                + " WHERE namespace = ?",
                                        String.class,
                                        namespace))
                        .as("what the audit knows as skipped")
                        .containsExactly("invoice::acme:2025 1 41");
            }
        });
    }

    @Test
    void endpointRaisesACounter(CapturedOutput output) {
        run(context -> {
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            assertThat(endpoint.raise("invoice", 41, "acme", "2027-04-05"))
                    .isEqualTo(new Raised("INV/2026/27/0001", "INV/2026/27/0042"));
            assertThat(output)
                    .contains("the counter of 'invoice', key acme, 2027-04-05 is at least 41 now: its next id was"
                            + " INV/2026/27/0001, and is INV/2026/27/0042");
            assertThat(next(context, invoice(context, "acme").on(LAST_DAY))).isEqualTo("INV/2026/27/0042");
            assertThat(endpoint.raise("ticket", 7, null, null)).isEqualTo(new Raised("1", "8"));
            assertRefused(() -> endpoint.raise("unknown", 7, null, null), "there is no generator 'unknown'");
            assertRefused(
                    () -> endpoint.raise("invoice", 10_000, "acme", null),
                    "has numbers up to 9999, so it cannot be raised to 10000");
            assertRefused(() -> endpoint.raise("invoice", 7, "acme", "2025-04-05"), "closed-before' is 2025-04-06");
            assertThat(output).contains("the counter of 'unknown' was not raised to 7: there is no generator");
            assertRefused(() -> endpoint.raise("invoice", 7, null, null), "the generator has keys: give 'key', too");
            assertRefused(() -> endpoint.raise("ticket", 8, "acme", null), "the generator has no counter with keys");
            assertRefused(() -> endpoint.raise("session", 8, null, null), "the generator has no counter");
            assertRefused(() -> endpoint.raise("ticket", 6, null, null), "must continue from at least 7");
            assertRefused(() -> endpoint.raise("invoice", 6, "acme", "5 April"), "5 April");
            assertRefused(() -> endpoint.raise("invoice", 6, "a b", null), "key 'a b'");
        });
    }

    @Test
    void endpointReportsTemplatesThatTheApplicationCannotChoose(CapturedOutput output) {
        KeyTemplates templates = (generator, key) -> {
            if (key.equals("gone")) {
                throw new IllegalStateException("there is no tenant\n'gone'");
            }
            return "A{yyyy}";
        };
        application().withBean(KeyTemplates.class, () -> templates).run(context -> {
            IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
            assertRefused(() -> endpoint.raise("invoice", 7, "gone", null), "there is no tenant");
            assertRefused(() -> endpoint.raise("invoice", 7, "acme", null), "the bean KeyTemplates chose 'A{yyyy}'");
            assertRefused(() -> endpoint.raise("a\nforged line", 7, null, null), "there is no generator");
            assertThat(output)
                    .contains("the counter of 'a?forged line' was not raised to 7: there is no generator")
                    .contains("there is no tenant?'gone'")
                    .doesNotContain("\nforged line", "\n'gone'");
        });
    }

    private static void assertRefused(ThrowingCallable call, String problem) {
        assertThatExceptionOfType(InvalidEndpointRequestException.class)
                .isThrownBy(call)
                .withMessageContaining(problem);
    }
}
