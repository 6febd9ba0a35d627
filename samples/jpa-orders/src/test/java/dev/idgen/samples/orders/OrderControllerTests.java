package dev.idgen.samples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.samples.orders.OrderController.NewOrder;
import dev.idgen.samples.orders.OrderController.OrderView;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class OrderControllerTests {

    private static final ParameterizedTypeReference<OrderView> ORDER = new ParameterizedTypeReference<>() {};

    private RestTestClient client;

    @BeforeEach
    void connect(@LocalServerPort int port) {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    private static <T> T answer(ResponseSpec response, HttpStatus status, ParameterizedTypeReference<T> type) {
        return response.expectStatus()
                .isEqualTo(status)
                .expectBody(type)
                .returnResult()
                .getResponseBody();
    }

    private ResponseSpec post(NewOrder order) {
        return client.post().uri("/orders").body(order).exchange();
    }

    private ResponseSpec invoice(String id) {
        return client.post().uri("/orders/{id}/invoice", id).exchange();
    }

    private OrderView create(String customer) {
        return answer(post(new NewOrder(customer, new BigDecimal("12.50"))), HttpStatus.CREATED, ORDER);
    }

    private OrderView invoiced(String id) {
        return answer(invoice(id), HttpStatus.OK, ORDER);
    }

    @Test
    void orderIsFoundByItsIdWhichSaysWhenItWasMade() {
        OrderView made = create("Ada");
        assertThat(made.id()).matches("\\d{15}ORDR\\d{8}");
        assertThat(made.created())
                .isBetween(
                        Instant.now().minus(Duration.ofMinutes(1)),
                        Instant.now().plusSeconds(60));
        ResponseSpec found = client.get().uri("/orders/{id}", made.id()).exchange();
        assertThat(answer(found, HttpStatus.OK, ORDER)).isEqualTo(made);
    }

    @Test
    void invoiceNumbersCountUp() {
        String first = create("Ada").id();
        String number = invoiced(first).invoice();
        assertThat(number).matches("INV-\\d{6}-\\d{6}");
        assertThat(invoiced(first).invoice()).isEqualTo(number);
        assertThat(invoiced(create("Grace").id()).invoice()).isGreaterThan(number);
    }

    /** All answers but the refused ones show the one number. */
    @Test
    void orderHasOneInvoiceHoweverManyAskForItAtOnce() {
        String id = create("Ada").id();
        List<EntityExchangeResult<String>> answers = IntStream.range(0, 16)
                .parallel()
                .mapToObj(i -> invoice(id).expectBody(String.class).returnResult())
                .toList();
        String number = invoiced(id).invoice();
        assertThat(answers).allSatisfy(answer -> {
            if (!answer.getStatus().equals(HttpStatus.CONFLICT)) {
                assertThat(answer.getStatus()).isEqualTo(HttpStatus.OK);
                assertThat(answer.getResponseBody()).contains(number);
            }
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /orders/nothing                                               | 404 | there is no order 'nothing'
            /orders?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z     | 400 | before its start
            /orders?from=1999-01-01T00:00:00Z&to=2026-01-01T00:00:00Z     | 400 | 1999
            /orders?from=yesterday&to=2026-01-01T00:00:00Z                | 400 | yesterday
            """)
    void badRequestSaysWhatIsWrong(String uri, int status, String reason) {
        ResponseSpec response = client.get().uri(uri).exchange();
        response.expectStatus()
                .isEqualTo(status)
                .expectBody()
                .jsonPath("$.detail")
                .value(String.class, detail -> assertThat(detail).contains(reason));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "null", delimiter = '|', textBlock = """
            null | 1    | An order needs a 'customer'.
            ' '  | 1    | An order needs a 'customer'.
            Ada  | null | An order needs a 'total' of 0 or more.
            Ada  | -1   | An order needs a 'total' of 0 or more.
            """)
    void orderThatIsNotCompleteIs400(String customer, BigDecimal total, String reason) {
        ResponseSpec response = post(new NewOrder(customer, total));
        response.expectStatus().isBadRequest().expectBody().jsonPath("$.detail").isEqualTo(reason);
    }

    @Test
    void customerThatDoesNotFitIntoItsColumnIs400() {
        orderThatIsNotCompleteIs400(
                "x".repeat(300), BigDecimal.ONE, "A 'customer' has at most 255 characters, not 300.");
    }
}
