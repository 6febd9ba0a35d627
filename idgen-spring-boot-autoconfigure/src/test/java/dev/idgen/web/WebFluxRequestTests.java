package dev.idgen.web;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;

@WebFluxTest
@TestPropertySource(locations = "ids-of-requests.properties")
class WebFluxRequestTests extends RequestCases {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @Import(IdsOfRequests.class)
    static class Application {}

    @Autowired
    private WebTestClient client;

    @Override
    Answer get(String path) {
        return answer(client.get().uri(path));
    }

    @Override
    Answer post(String path, String json) {
        return answer(
                client.post().uri(path).contentType(MediaType.APPLICATION_JSON).bodyValue(json));
    }

    private static Answer answer(WebTestClient.RequestHeadersSpec<?> request) {
        EntityExchangeResult<String> result =
                request.exchange().expectBody(String.class).returnResult();
        String body = result.getResponseBody();
        return new Answer(result.getStatus().value(), body == null ? "" : body);
    }
}
