package dev.idgen.integrations.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import com.jayway.jsonpath.JsonPath;
import dev.idgen.IdCodec;
import dev.idgen.IdGenerators;
import graphql.ExecutionResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Import;
import org.springframework.graphql.execution.ErrorType;
import org.springframework.graphql.execution.GraphQlSource;
import org.springframework.test.web.servlet.MockMvc;

/** What springdoc says about ids, and what Spring for GraphQL does with them. */
@SpringBootTest({
    "idgen.store=memory",
    "idgen.generators.order.type=existing",
    "idgen.generators.order.max=4294967295",
    "idgen.generators.order.text.prefix=ord_",
    "idgen.generators.order.text.form=crockford",
    "idgen.generators.order.text.check=true",
    "idgen.generators.order.text.mask=a key of 16 or more",
    "idgen.generators.customer.type=existing",
    "idgen.generators.customer.text.prefix=cus_"
})
@AutoConfigureMockMvc
class SchemasTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class Application {}

    @Autowired
    private MockMvc mvc;

    @Autowired
    private GraphQlSource source;

    @Autowired
    private IdGenerators generators;

    private String order;
    private String customer;

    @BeforeEach
    void ids() {
        order = generators.codec("order", Long.class).format(5L);
        IdCodec<Long> customers = generators.codec("customer", Long.class);
        customer = customers.format(7L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "paths['/orders/{id}'].get.parameters[0].schema",
                "paths['/orders/{id}'].get.parameters[1].schema",
                "paths['/views'].post.responses['200'].content['*/*'].schema",
                "components.schemas.Order.properties.id",
                "components.schemas.Order.properties.customer",
                "components.schemas.Order.properties.lines.items",
                "components.schemas.Order.properties.parent",
                "components.schemas.Order.properties.related.items",
                "components.schemas.Order.properties.payers.items",
                "components.schemas.View.properties.named.additionalProperties",
                "components.schemas.View.properties.numbers.additionalProperties",
                "components.schemas.View.properties.all.items"
            })
    void openApiSaysThatAnIdIsAString(String place) throws Exception {
        String all = mvc.perform(get("/v3/api-docs")).andReturn().getResponse().getContentAsString();
        assertThat(JsonPath.<Map<String, Object>>read(all, "$." + place)).isEqualTo(Map.of("type", "string"));
        assertThat(all).doesNotContain("OrderId").contains("\"int32\"").doesNotContain("int64");
    }

    private ExecutionResult answer(String query) {
        return source.graphQl().execute(query.replace('\'', '"'));
    }

    @Test
    void graphQlReadsAndWritesIdsAsTheirTexts() {
        ExecutionResult result =
                answer("{ order(id: '" + order + "') { id customer lines parent related payers amount } orders(ids: ['"
                        + order + "']) found(order: {id: '" + order + "'}) later(id: '" + order + "') }");
        assertThat(result.getErrors()).isEmpty();
        assertThat(result.<Object>getData())
                .isEqualTo(Map.of(
                        "order",
                        Map.of(
                                "id",
                                order,
                                "customer",
                                customer,
                                "lines",
                                List.of(customer),
                                "parent",
                                order,
                                "related",
                                List.of(order),
                                "payers",
                                List.of(customer),
                                "amount",
                                3),
                        "orders",
                        List.of(order),
                        "found",
                        order,
                        "later",
                        order));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order(id: '5') { id }", "orders(ids: ['5'])", "found(order: {id: '5'})", "later(id: 5)"})
    void graphQlRefusesWhatIsNoIdWithTheReason(String query) {
        assertThat(answer("{ " + query + " }").getErrors()).singleElement().satisfies(error -> {
            assertThat(error.getErrorType()).isEqualTo(ErrorType.BAD_REQUEST);
            assertThat(error.getMessage()).isEqualTo("'5' does not begin with 'ord_'");
        });
    }

    @Test
    void graphQlReadsNoNumberAsAnId() {
        assertThat(answer("{ number(id: 5) }").getErrors()).isNotEmpty();
    }
}
