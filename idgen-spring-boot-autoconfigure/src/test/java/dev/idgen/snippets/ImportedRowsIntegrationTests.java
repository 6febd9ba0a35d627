package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.jdbc.Database;
import dev.idgen.jdbc.TestDatabase;
import jakarta.persistence.EntityManager;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.BeanUtils;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** The import of {@code docs/entities.md}, with each database. */
class ImportedRowsIntegrationTests {

    private static final int ROWS = 10_000;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MYSQL")
    void importedRowsKeepTheirNumbersAndTheCounterGoesOnBehindThem(TestDatabase database) throws Exception {
        CompiledSnippets java = CompiledSnippets.javaOf(Page.of("docs/entities.md"));
        Class<?> service = java.type("VoucherImport");
        Class<?> voucher = java.type("Voucher");
        Database running = database.running();
        EntitiesPageTests.entities(java)
                .withBean(service)
                .withPropertyValues(
                        "spring.datasource.url=" + running.direct(),
                        "spring.datasource.username=" + running.user(),
                        "spring.datasource.password=" + running.password(),
                        "spring.jpa.hibernate.ddl-auto=create-drop",
                        "spring.jpa.properties.hibernate.jdbc.batch_size=50",
                        "idgen.namespace=i" + UUID.randomUUID(),
                        "idgen.jdbc.initialize-schema=always")
                .run(context -> {
                    Object vouchers = context.getBean(service);
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    // All or none: a number is there twice, and the counter stays where it was.
                    BufferedReader twice = lines(IntStream.concat(IntStream.rangeClosed(1, 100), IntStream.of(7)));
                    assertThatThrownBy(() -> imported(vouchers, twice));
                    assertThat(count(jdbc)).isZero();
                    assertThat(stored(voucher, context)).isEqualTo("V-000001");

                    assertThat(imported(vouchers, lines(IntStream.rangeClosed(2, ROWS + 1))))
                            .isEqualTo(ROWS);
                    assertThat(count(jdbc)).isEqualTo(ROWS + 1);
                    assertThat(jdbc.queryForObject("select max(number) from vouchers", String.class))
                            .isEqualTo("V-010001");
                    assertThat(stored(voucher, context)).isEqualTo("V-010002");

                    context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                        imported(vouchers, lines(IntStream.of(20_000)));
                        status.setRollbackOnly();
                    });
                    assertThat(stored(voucher, context))
                            .as("the counter has not moved")
                            .isEqualTo("V-010003");
                    jdbc.update("delete from vouchers where number = 'V-000500'");
                    assertThatThrownBy(() -> imported(vouchers, lines(IntStream.of(500))))
                            .as("the counter is past it")
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("'voucher' must continue from at least");
                    assertThatThrownBy(() -> imported(vouchers, lines(IntStream.of(9_999_999))))
                            .as("no number of the template")
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("V-9999999");
                });
    }

    private static BufferedReader lines(IntStream numbers) {
        return new BufferedReader(
                new StringReader(numbers.mapToObj("V-%06d,19.90\n"::formatted).collect(Collectors.joining())));
    }

    private static Object imported(Object vouchers, BufferedReader csv) {
        return ReflectionTestUtils.invokeMethod(vouchers, "importLines", csv);
    }

    private static int count(JdbcTemplate jdbc) {
        return jdbc.queryForObject("select count(*) from vouchers", Integer.class);
    }

    private static Object stored(Class<?> voucher, ApplicationContext context) {
        Object entity = BeanUtils.instantiateClass(voucher);
        context.getBean(TransactionTemplate.class)
                .executeWithoutResult(
                        status -> context.getBean(EntityManager.class).persist(entity));
        return ReflectionTestUtils.getField(entity, "number");
    }
}
