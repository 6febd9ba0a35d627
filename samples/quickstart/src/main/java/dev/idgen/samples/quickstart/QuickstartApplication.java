package dev.idgen.samples.quickstart;

import dev.idgen.samples.redis.EmbeddedRedisConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Run it with {@code ./quickstart}. */
@SpringBootApplication
@Import(EmbeddedRedisConfiguration.class) // starts a Redis for trying things out, unless you configure one
public class QuickstartApplication {

    public static void main(String[] args) {
        SpringApplication.run(QuickstartApplication.class, args);
    }
}
