package dev.idgen.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** Ids come from the database, with the Spring Boot that it was built with. */
class DatabaseTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {}

    @Test
    void idsOfAllKindsComeFromTheDatabase() {
        SpringApplication shop = new SpringApplication(Shop.class);
        shop.setBannerMode(Banner.Mode.OFF);
        shop.setWebApplicationType(WebApplicationType.NONE);
        try (ConfigurableApplicationContext context = shop.run(
                "--idgen.store=jdbc",
                "--idgen.generators.order.type=snowflake",
                "--idgen.generators.invoice.type=counter",
                "--idgen.generators.bill.type=counter",
                "--idgen.generators.bill.transactional=true",
                "--idgen.sequence.acquire-timeout=30s",
                "--idgen.generators.order.acquire-timeout=30s",
                "--idgen.generators.invoice.acquire-timeout=30s",
                "--idgen.generators.bill.acquire-timeout=30s",
                // Tables that are created by a script of the application are there in time.
                "--idgen.jdbc.initialize-schema=never",
                "--spring.sql.init.mode=always",
                "--spring.sql.init.schema-locations=classpath:dev/idgen/jdbc/schema.sql")) {
            assertThat(context.getBean(IdService.class).nextIds("ORDR", 100)).doesNotHaveDuplicates();
            IdGenerators generators = context.getBean(IdGenerators.class);
            assertThat(generators.get("order").next(3)).doesNotHaveDuplicates();
            assertThat(generators.get("invoice").next()).isEqualTo(1L);
            TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
            transaction.executeWithoutResult(status -> {
                assertThat(generators.get("bill").next()).isEqualTo(1L);
                status.setRollbackOnly();
            });
            Object bill = transaction.execute(status -> generators.get("bill").next());
            assertThat(bill).isEqualTo(1L);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            for (String table : new String[] {"idgen_register", "idgen_counter"}) {
                assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM " + table, Long.class))
                        .as(table)
                        .isPositive();
            }
        }
    }
}
