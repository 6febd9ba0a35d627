package dev.idgen.integrations.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An object that is inserted again after a rollback, as a retry does, has a gapless number of its own. */
@SpringBootTest(
        properties = {
            "spring.datasource.generate-unique-name=true",
            "idgen.store=jdbc",
            "idgen.jdbc.initialize-schema=always",
            "idgen.generators.number.transactional=true",
            "idgen.generators.number.acquire-timeout=30s"
        })
class SavedAgainTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Autowired
    private Shop shop;

    @Autowired
    private PlatformTransactionManager transactions;

    @Test
    void insertAfterRollbackTakesANewNumber() {
        TransactionTemplate transaction = new TransactionTemplate(transactions);
        Order order = new Order();
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    shop.insert(order);
                    throw new IllegalStateException("a later step fails");
                }))
                .hasMessage("a later step fails");
        assertThat(order.number()).isZero();

        Order other = new Order();
        transaction.executeWithoutResult(status -> shop.insert(other));
        transaction.executeWithoutResult(status -> shop.insert(order));

        assertThat(other.number()).isEqualTo(1);
        assertThat(order.number()).isEqualTo(2);
    }
}
