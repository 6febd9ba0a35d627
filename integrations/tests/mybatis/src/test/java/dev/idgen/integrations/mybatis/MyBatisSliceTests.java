package dev.idgen.integrations.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mybatis.spring.boot.test.autoconfigure.MybatisTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestPropertySource;

/** The slice of MyBatis has no Redis. */
@MybatisTest
@ContextConfiguration(classes = MyBatisIntegrationTests.Application.class)
@TestPropertySource(properties = "idgen.store=redis")
class MyBatisSliceTests {

    @Test
    void insertedObjectsGetIds(@Autowired Shop shop) {
        Order order = new Order();
        shop.insert(order);
        assertThat(order.id()).matches("\\d{15}ORDR\\d{8}");
        assertThat(shop.numberOf(order.id())).isEqualTo(order.number()).isPositive();
    }
}
