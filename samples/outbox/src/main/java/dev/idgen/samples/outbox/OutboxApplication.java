package dev.idgen.samples.outbox;

import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.support.TransactionTemplate;

/** Run it with {@code ./mvnw -q -pl samples/outbox -am spring-boot:run}. */
@SpringBootApplication
public class OutboxApplication {

    private static final int EVENTS = 20;

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(OutboxApplication.class, args)) {
            writeAndRead(context);
        }
    }

    private static void writeAndRead(ApplicationContext context) {
        Outbox outbox = context.getBean(Outbox.class);
        TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
        outbox.register("printer", "orders");
        Thread writers = new Thread(() -> IntStream.range(0, EVENTS)
                .parallel()
                .forEach(
                        order -> transaction.executeWithoutResult(status -> outbox.write("orders", "order " + order))));
        writers.start();
        for (int read = 0; read < EVENTS; ) {
            read += outbox.read("printer", "orders", System.out::println);
        }
    }
}
