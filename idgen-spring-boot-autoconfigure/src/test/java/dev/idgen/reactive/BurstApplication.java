package dev.idgen.reactive;

import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.internal.lease.UnreliableLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.TimeSource;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A process of its own, because a JVM has one common pool. Hundreds of asynchronous callers wait for a store that does
 * not answer. It prints how many of them failed, and how many threads that took.
 */
final class BurstApplication {

    static final int CALLERS = 300;

    private BurstApplication() {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class})
    static class Application {

        @Bean
        UnreliableLeaseStore store(TimeSource time) {
            UnreliableLeaseStore leaseStore = new UnreliableLeaseStore(new InMemoryLeaseStore(time));
            leaseStore.decide(Fate.FAILED);
            return leaseStore;
        }
    }

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        try (ConfigurableApplicationContext context = application.run(
                "--spring.main.banner-mode=off",
                "--logging.level.root=off",
                "--idgen.generators.flake.type=snowflake",
                "--idgen.generators.flake.acquire-timeout=500ms",
                "--idgen.sequence.acquire-timeout=500ms")) {
            IdService strings = context.getBean(IdService.class);
            LongIdGenerator numbers = context.getBean("flake", LongIdGenerator.class);
            int before = threads.getThreadCount();
            threads.resetPeakThreadCount();
            List<CompletableFuture<?>> ids = IntStream.range(0, CALLERS)
                    .boxed()
                    .flatMap(i -> Stream.<CompletableFuture<?>>of(strings.nextIdAsync("ORDR"), numbers.nextAsync()))
                    .toList();
            long failed = ids.stream()
                    .filter(id ->
                            id.handle((issued, failure) -> failure != null).join())
                    .count();
            System.out.println("failed " + failed + ", threads " + (threads.getPeakThreadCount() - before));
        }
    }
}
