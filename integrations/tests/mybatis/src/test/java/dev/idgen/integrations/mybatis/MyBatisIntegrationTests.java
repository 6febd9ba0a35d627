package dev.idgen.integrations.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verify;

import dev.idgen.CounterStore;
import dev.idgen.data.GeneratedId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

/** Objects that MyBatis inserts, in all the forms in which mappers take them. */
@SpringBootTest
class MyBatisIntegrationTests {

    private static final String TEXT = "\\d{15}ORDR\\d{8}";

    @SpringBootApplication
    static class Application {}

    @Autowired
    private Shop shop;

    @Autowired
    private SqlSessionFactory sessions;

    @MockitoSpyBean("idgenMemoryCounterStore")
    private CounterStore store;

    @Test
    void parameterGetsAllItsIds() {
        Order order = new Order();
        shop.insert(order);
        assertThat(order.id()).matches(TEXT);
        assertThat(order.number()).isPositive();
        assertThat(shop.numberOf(order.id())).isEqualTo(order.number());
    }

    @Test
    void idThatIsThereStays() {
        Order order = new Order().withId("mine");
        shop.insert(order);
        assertThat(order.id()).isEqualTo("mine");
        assertThat(shop.numberOf("mine")).isEqualTo(order.number()).isPositive();
    }

    @Test
    void valuesOfMapsGetIds() {
        Order order = new Order();
        Map<String, Object> parameters = new HashMap<>(Map.of("order", order, "other", "value"));
        parameters.put("nothing", null);
        shop.insertMap(parameters);
        assertThat(shop.numberOf(order.id())).isEqualTo(order.number());
    }

    @Test
    void elementsOfListsGetConsecutiveNumbersByOneRequest() {
        List<Order> orders = orders(1_000);
        orders.get(7).withId("seventh");
        shop.insertList(orders);
        verify(store).add("number", 1_000, 0, Long.MAX_VALUE);
        assertInserted(orders);
        long first = orders.get(0).number();
        assertThat(orders)
                .extracting(Order::number)
                .containsExactlyElementsOf(
                        LongStream.range(first, first + 1_000).boxed().toList());
        assertThat(orders)
                .extracting(Order::id)
                .filteredOn(id -> !id.equals("seventh"))
                .hasSize(999)
                .allMatch(id -> id.matches(TEXT))
                .doesNotHaveDuplicates();
    }

    @Test
    void elementsOfArraysGetIds() {
        Order[] orders = orders(3).toArray(Order[]::new);
        shop.insertArray(orders);
        assertInserted(Arrays.asList(orders));
    }

    @Test
    void elementsOfNamedCollectionsGetIds() {
        List<Order> orders = orders(3);
        shop.insertAll(orders, "all");
        assertInserted(orders);
        assertThat(shop.count("all")).isEqualTo(3);
    }

    @Test
    void objectThatIsThereTwiceDrawsOnce() {
        Order order = new Order();
        Map<String, Object> parameters = Map.of("order", order, "same", order);
        Order before = new Order();
        shop.insert(before);
        shop.insertMap(parameters);
        assertThat(order.number()).isEqualTo(before.number() + 1);
        Order after = new Order();
        shop.insert(after);
        assertThat(after.number()).isEqualTo(order.number() + 1);
    }

    @Test
    void batchesGetIds() {
        List<Order> orders = orders(50);
        try (SqlSession session = sessions.openSession(ExecutorType.BATCH)) {
            Shop batch = session.getMapper(Shop.class);
            orders.forEach(batch::insert);
            session.commit();
        }
        assertInserted(orders);
    }

    @Test
    void inheritedFieldsAndGettersGetIds() {
        Customer customer = new Customer();
        shop.insertCustomer(customer);
        assertThat(customer.id()).isPositive();
        assertThat(customer.parsedKey().version()).isEqualTo(7);
    }

    interface HasNumber<T> {

        T getNumber();
    }

    static class Receipt {

        Long number;

        @GeneratedId("key")
        public Long getNumber() {
            return number;
        }

        public void setNumber(Long value) {
            number = value;
        }
    }

    /** Its getter overrides another and has a bridge with a copy of the annotation. */
    static class NumberedReceipt extends Receipt implements HasNumber<Long> {

        @Override
        @GeneratedId("number")
        public Long getNumber() {
            return number;
        }
    }

    @Test
    void getterThatOverridesAnotherDrawsOnce() {
        Order before = new Order();
        shop.insert(before);
        NumberedReceipt receipt = new NumberedReceipt();
        shop.insertReceipt(receipt);
        assertThat(receipt.number).isEqualTo(before.number() + 1);
        Order after = new Order();
        shop.insert(after);
        assertThat(after.number()).isEqualTo(receipt.number + 1);
    }

    @Test
    void updatesAreLeftAlone() {
        Order order = new Order();
        order.note = "nobody's";
        shop.update(order);
        assertThat(order.id()).isNull();
        assertThat(order.number()).isZero();
    }

    private static List<Order> orders(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Order()).toList();
    }

    private void assertInserted(List<Order> orders) {
        assertThat(orders)
                .allSatisfy(order -> assertThat(shop.numberOf(order.id())).isEqualTo(order.number()));
        assertThat(orders).extracting(Order::number).doesNotHaveDuplicates().doesNotContain(0L);
    }
}
