package dev.idgen.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;

@WebMvcTest
@TestPropertySource(locations = "ids-of-requests.properties")
class MvcRequestTests extends RequestCases {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @Import(IdsOfRequests.class)
    static class Application {}

    @Autowired
    private MockMvc mvc;

    @Override
    Answer get(String path) {
        return answer(MockMvcRequestBuilders.get(path));
    }

    @Override
    Answer post(String path, String json) {
        return answer(MockMvcRequestBuilders.post(path)
                .contentType(MediaType.APPLICATION_JSON)
                .content(json));
    }

    @Test
    void unavailabilitySaysWhenToTryAgain() throws Exception {
        assertThat(mvc.perform(MockMvcRequestBuilders.get("/unavailable/itself"))
                        .andReturn()
                        .getResponse()
                        .getHeader(HttpHeaders.RETRY_AFTER))
                .isEqualTo("1");
    }

    private Answer answer(RequestBuilder request) {
        try {
            MockHttpServletResponse response = mvc.perform(request).andReturn().getResponse();
            return new Answer(response.getStatus(), response.getContentAsString());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
