package dev.idgen.benchmarks;

import dev.idgen.IdService;
import java.lang.management.ManagementFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * An application with only the starter that takes one id. With {@code idgen.enabled=false}, it increments a number in
 * Redis instead. It prints the milliseconds for its context, for the first id and since the JVM started, and the heap
 * in use in bytes.
 */
final class FirstId {

    private static final double NANOS_OF_MILLI = 1e6;

    private FirstId() {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /**
     * Starts the application, takes one id and ends.
     *
     * @param arguments properties as {@code --name=value}
     */
    public static void main(String[] arguments) throws InterruptedException {
        long begun = System.nanoTime();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .run(arguments)) {
            long started = System.nanoTime();
            take(context.getBeanProvider(IdService.class), context.getBean(StringRedisTemplate.class));
            long taken = System.nanoTime();
            long sinceBegin = System.currentTimeMillis()
                    - ManagementFactory.getRuntimeMXBean().getStartTime();
            System.out.println("measured " + (started - begun) / NANOS_OF_MILLI + " "
                    + (taken - started) / NANOS_OF_MILLI + " " + sinceBegin + " " + usedHeap());
        }
    }

    private static void take(ObjectProvider<IdService> ids, StringRedisTemplate template) {
        IdService service = ids.getIfAvailable();
        if (service == null) {
            template.opsForValue().increment("first");
        } else {
            service.nextId(StringIds.BUSINESS);
        }
    }

    private static long usedHeap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
