package dev.idgen.samples.orders;

import dev.idgen.samples.redis.EmbeddedRedisConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Run it with {@code ./mvnw -q -pl samples/jpa-orders -am spring-boot:run}. */
@SpringBootApplication
@Import(EmbeddedRedisConfiguration.class) // starts a Redis for trying things out, unless you configure one
public class OrdersApplication {

    public static void main(String[] args) {
        SpringApplication.run(OrdersApplication.class, args);
    }
}
