package dev.idgen.samples.cluster;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Run it with {@code ./mvnw -q -pl samples/cluster -am spring-boot:run}. */
@SpringBootApplication
@EnableScheduling
public class ClusterApplication {

    public static void main(String[] args) {
        SpringApplication.run(ClusterApplication.class, args);
    }
}
