package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.idgen.IdCodec;
import dev.idgen.IdGenerators;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;

/** The snippets of {@code docs/public-ids.md}, compiled and run. */
@WebMvcTest
@ContextConfiguration(initializers = PublicIdsPageTests.Properties.class)
class PublicIdsPageTests {

    private static final Page PAGE = Page.of("docs/public-ids.md");

    @Configuration(proxyBeanMethods = false)
    @Import(ShopController.class)
    static class Application {}

    static class Properties implements ApplicationContextInitializer<ConfigurableApplicationContext> {
        @Override
        public void initialize(ConfigurableApplicationContext context) {
            context.getEnvironment()
                    .getPropertySources()
                    .addLast(Page.properties(PAGE.blocks("yaml").get(0)));
        }
    }

    @Autowired
    private MockMvc mvc;

    @Autowired
    @Qualifier("customer")
    private IdCodec<Long> customers;

    @Test
    void idsOfOrdersAndCustomersAreReadAndWrittenAsStrings() throws Exception {
        String customer = customers.format(17L);
        assertThat(customer).hasSize(12).startsWith("cus_");
        String order = answer(post("/customers/" + customer + "/orders"), 200);
        assertThat(order)
                .matches("\\{\"id\":\"ord_(....-){3}..\",\"customer\":\""
                        + customer.replace("$", "\\$").replace("*", "\\*") + "\"}");
        String id = order.substring(7, 28);
        assertThat(answer(get("/orders/{id}", id), 200)).matches("\\d{18}");
        assertThat(answer(get("/orders/{id}", id.toLowerCase(Locale.ROOT).replace("-", "")), 200))
                .matches("\\d{18}");
        answer(get("/orders/123"), 400);
        answer(get("/customers/17/orders"), 405);
        answer(post("/customers/17/orders"), 400);
    }

    @Test
    void textsOfBothKeysAreReadAfterTheMaskChanged() {
        String old = customers.format(17L);
        SnippetApplication.inMemory(PAGE.blocks("yaml").get(2)).run(context -> {
            IdCodec<Long> changed = context.getBean(IdGenerators.class).codec("customer", Long.class);
            assertThat(changed.parse(old)).isEqualTo(17);
            assertThat(changed.format(17L)).startsWith("cus_2");
        });
    }

    private String answer(RequestBuilder request, int status) throws Exception {
        MockHttpServletResponse response = mvc.perform(request).andReturn().getResponse();
        assertThat(response.getStatus()).isEqualTo(status);
        return response.getContentAsString();
    }
}
