package dev.idgen.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.data.GeneratedId;
import dev.idgen.localredis.RedisServer;
import dev.idgen.text.IdText;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
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
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** An application with the starter, web and actuator: what a user sees of each part with the Spring Boot that it was built with. */
class StarterTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Items.class)
    static class Application {}

    record Item(@IdText("item") long id, @IdText List<Long> others, long version) {}

    @RestController
    static class Items {

        @GetMapping("/items/{id}")
        Item item(@PathVariable("id") @IdText("item") long id) {
            return new Item(id, List.of(1L), 2);
        }

        @PostMapping("/items")
        Item echo(@RequestBody Item item) {
            return item;
        }

        @GetMapping("/strings/{id}")
        String string(@PathVariable("id") DecodedId id) {
            return id.text("business");
        }
    }

    @Entity(name = "orders")
    static class Order {

        @Id
        @GeneratedId(business = "ORDR")
        String id;
    }

    /** Ends with the JVM. */
    private static final RedisServer REDIS = RedisServer.running();

    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        SpringApplication application = new SpringApplication(Application.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setDefaultProperties(Map.of(
                "server.port", "0",
                "logging.level.root", "warn",
                "spring.data.redis.port", REDIS.port(),
                "spring.jpa.hibernate.ddl-auto", "create",
                "management.endpoints.web.exposure.include", "health,idgen,metrics",
                "management.endpoint.health.show-details", "always",
                "idgen.generators.order.type", "snowflake",
                "idgen.generators.session.type", "uuid-v7",
                "idgen.generators.invoice.type", "counter",
                "idgen.generators.invoice.template", "INV-{yyyyMM}-{000000}"));
        context = application.run(
                "--idgen.generators.item.type=tsid",
                "--idgen.sequence.acquire-timeout=30s",
                "--idgen.generators.item.acquire-timeout=30s",
                "--idgen.generators.order.acquire-timeout=30s",
                "--idgen.generators.invoice.acquire-timeout=30s");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static String get(String path) throws Exception {
        HttpResponse<String> response = send(request(path));
        assertThat(response.statusCode()).as(path + " " + response.body()).isEqualTo(200);
        return response.body();
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(
                "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void generatorsAreBeans() {
        assertThat(context.getBean(IdService.class).nextId("ORDR")).matches("\\d{15}ORDR\\d{8}");
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
    void actuatorHasHealthMetricsAndAnEndpoint() throws Exception {
        assertThat(get("/actuator/health")).contains("\"idgen\":{").contains("\"order\":\"UP\"");
        assertThat(get("/actuator/metrics/idgen.available")).contains("\"generator\"");
        String id = context.getBean(IdService.class).nextId("ORDR");
        assertThat(get("/actuator/idgen/string/" + id)).contains("\"business\":\"ORDR\"");
        assertThat(get("/actuator/idgen")).contains("\"snowflake\"");
    }

    @Test
    void numericIdsAreTextsInJsonAndInRequests() throws Exception {
        LongIdGenerator items = context.getBean("item", LongIdGenerator.class);
        String id = items.format(items.nextLong());
        String json = get("/items/" + id);
        assertThat(json).contains("\"id\":\"" + id + "\"", "\"others\":[\"1\"]", "\"version\":2");
        assertThat(send(post("/items", json)).body()).isEqualTo(json);
        HttpResponse<String> refused = send(post("/items", json.replace(id, "x")));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("\"detail\":\"'x' is not ");
        assertThat(send(request("/items/x")).statusCode()).isEqualTo(400);
    }

    private static HttpRequest.Builder post(String path, String json) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
    }

    @Test
    void stringIdsAreParametersOfControllers() throws Exception {
        assertThat(get("/strings/" + context.getBean(IdService.class).nextId("ORDR"))).isEqualTo("ORDR");
        assertThat(send(request("/strings/x")).statusCode()).isEqualTo(400);
    }
}
