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
 * An application that has the starter and nothing else, and takes one id; with {@code idgen.enabled=false} it increments a
 * number of Redis instead. It says how many milliseconds its context and the first id took, how many there were in all since
 * the JVM began, and how many bytes of heap are in use at the end.
 */
final class FirstId {

    private static final double NANOS_OF_MILLI = 1e6;

    private FirstId() {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /**
     * Starts, takes one id and ends.
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
