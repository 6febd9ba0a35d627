package dev.idgen.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.data.GeneratedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import redis.embedded.RedisServer;

/** An application with the starter, web and actuator: what a user sees of each part with the Spring Boot that it was built with. */
class StarterTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Entity(name = "orders")
    static class Order {

        @Id
        @GeneratedId(business = "ORDR")
        String id;
    }

    private static RedisServer redis;
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() throws IOException {
        int port = freePort();
        redis = new RedisServer(port);
        redis.start();
        SpringApplication application = new SpringApplication(Application.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setDefaultProperties(Map.of(
                "server.port", "0",
                "logging.level.root", "warn",
                "spring.data.redis.port", port,
                "spring.jpa.hibernate.ddl-auto", "create",
                "management.endpoints.web.exposure.include", "health,idgen,metrics",
                "management.endpoint.health.show-details", "always",
                "idgen.generators.order.type", "snowflake",
                "idgen.generators.session.type", "uuid-v7",
                "idgen.generators.invoice.type", "counter",
                "idgen.generators.invoice.template", "INV-{yyyyMM}-{000000}"));
        context = application.run();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @AfterAll
    static void stop() throws IOException {
        context.close();
        redis.stop();
    }

    private static String get(String path) throws Exception {
        URI uri = URI.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port") + path);
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path + " " + response.body()).isEqualTo(200);
        return response.body();
    }

    @Test
    void stringIdsAreIssuedFromRedis() {
        assertThat(context.getBean(IdService.class).nextId("ORDR")).matches("\\d{15}ORDR\\d{8}");
    }

    @Test
    void generatorsAreBeans() {
        assertThat(context.getBean("order", LongIdGenerator.class).nextLong()).isPositive();
        assertThat(context.getBean("session", IdGenerator.class).next())
                .isInstanceOfSatisfying(UUID.class, id -> assertThat(id.version()).isEqualTo(7));
        assertThat(context.getBean("invoice", IdGenerator.class).next().toString())
                .matches("INV-\\d{6}-000001");
    }

    @Test
    void entitiesGetTheirIds() {
        Order order = new Order();
        EntityManager entities = context.getBean(EntityManagerFactory.class).createEntityManager();
        entities.getTransaction().begin();
        entities.persist(order);
        entities.getTransaction().commit();
        entities.close();
        assertThat(order.id).matches("\\d{15}ORDR\\d{8}");
    }

    @Test
    void healthHasAComponent() throws Exception {
        assertThat(get("/actuator/health")).contains("\"idgen\":{").contains("\"order\":\"UP\"");
    }

    @Test
    void metricsAreThere() throws Exception {
        assertThat(get("/actuator/metrics/idgen.available")).contains("\"generator\"");
    }

    @Test
    void endpointTakesAnIdApart() throws Exception {
        String id = context.getBean(IdService.class).nextId("ORDR");
        assertThat(get("/actuator/idgen/string/" + id)).contains("\"business\":\"ORDR\"");
        assertThat(get("/actuator/idgen")).contains("\"snowflake\"");
    }
}
