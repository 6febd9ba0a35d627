package dev.idgen.devtools;

import dev.idgen.IdGenerators;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.devtools.restart.Restarter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A process of its own, since devtools take the main thread over: draws a number of each generator at each of its starts, and has devtools
 * restart it, as they do when a class has changed.
 */
final class RestartedApplication {

    static final String STARTED = "started: ";

    /** Told by the process's system properties, since all classes are loaded anew. */
    private static final String START = "test.start";

    private RestartedApplication() {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataRedisAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class
    })
    static class Application {

        @Bean
        ApplicationRunner draw(IdGenerators generators) {
            return arguments -> {
                int start = Integer.getInteger(START, 1);
                System.setProperty(START, Integer.toString(start + 1));
                StringBuilder drawn = new StringBuilder(STARTED);
                for (String name : generators.names()) {
                    drawn.append(name)
                            .append('=')
                            .append((Object) generators.get(name).next())
                            .append(' ');
                }
                System.out.println(drawn.append("loader=")
                        .append(getClass().getClassLoader().getClass().getSimpleName()));
                goOn(start, arguments);
            };
        }

        private static void goOn(int start, ApplicationArguments arguments) {
            int starts = Integer.parseInt(arguments.getOptionValues("starts").get(0));
            Thread next = new Thread(() -> {
                if (start < starts) {
                    Restarter.getInstance().restart();
                } else {
                    System.exit(0);
                }
            });
            next.start();
        }
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Application.class, arguments);
    }
}
