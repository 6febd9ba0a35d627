package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.MockMvc;

/**
 * The snippets of {@code docs/integrations.md}, compiled and run: what {@link ReactiveOrders}
 * does is watched by {@code NeverBlocksTests}, and {@link EagerIds} by {@link FirstIdPagesTests}. Those for other libraries are
 * compiled and run in {@code integrations}.
 */
@WebMvcTest
@TestPropertySource(properties = "idgen.generators.parcel.type=tsid")
class IntegrationsPageTests {

    private static final Page PAGE = Page.of("docs/integrations.md");

    @SpringBootConfiguration(proxyBeanMethods = false)
    @Import(OrderController.class)
    @ImportAutoConfiguration(IdgenEntityAutoConfiguration.class)
    static class Application {}

    @Autowired
    private MockMvc mvc;

    @Autowired
    private IdService ids;

    @Test
    void jsonIsWhatTheControllerAnswers() throws Exception {
        assertThat(answer("/orders/9007199254740993"))
                .isEqualTo(PAGE.blocks("json").get(0).strip());
        assertThat(answer("/numbers/" + ids.nextId("ORDR"))).isEqualTo("ORDR");
    }

    private String answer(String path) throws Exception {
        return mvc.perform(get(path)).andReturn().getResponse().getContentAsString();
    }
}
