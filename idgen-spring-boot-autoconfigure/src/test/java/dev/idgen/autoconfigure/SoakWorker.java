package dev.idgen.autoconfigure;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * One application of {@link SoakTests}, with a generator of each type. It draws from all of them until its input ends, and writes every
 * few seconds what it holds.
 */
public final class SoakWorker {

    static final String PREFIX = "SOAK ";
    private static final long READING_SECONDS = 10;

    private static final int THREADS = 2;
    private static final int BATCH = 50;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final LongAdder ids = new LongAdder();
    private final LongAdder refusals = new LongAdder();

    /** What the process holds at a time. */
    record Reading(long ids, long refusals, double megabytes, int threads, long files) {

        static Reading parse(String line) {
            String[] parts = line.substring(PREFIX.length()).split(" ", -1);
            return new Reading(
                    Long.parseLong(parts[0]),
                    Long.parseLong(parts[1]),
                    Double.parseDouble(parts[2]),
                    Integer.parseInt(parts[3]),
                    Long.parseLong(parts[4]));
        }

        String line() {
            return PREFIX + ids + " " + refusals + " " + megabytes + " " + threads + " " + files;
        }
    }

    private SoakWorker() {}

    public static void main(String[] arguments) throws Exception {
        try (ConfigurableApplicationContext application = start(arguments)) {
            new SoakWorker().run(application);
        }
    }

    private static ConfigurableApplicationContext start(String[] arguments) {
        String[] generators = Arrays.stream(GeneratorType.values())
                .filter(type -> type != GeneratorType.EXISTING)
                .flatMap(type -> Stream.of(TypicalProperties.of("soak-" + PropertyNames.of(type), type)))
                .toArray(String[]::new);
        return new SpringApplicationBuilder(TypicalApplication.OnRedis.class)
                .web(WebApplicationType.NONE)
                .properties(generators)
                .properties("idgen.generators.soak-sonyflake.node.provider=fixed")
                .run(arguments);
    }

    private void run(ConfigurableApplicationContext application) throws IOException {
        IdService service = application.getBean(IdService.class);
        List<IdGenerator<?>> generators = new ArrayList<>();
        application.getBeansOfType(IdGenerator.class).values().forEach(generators::add);
        generators.add(service.forBusiness("SOAK"));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(daemon(() -> draw(service, generators)));
        }
        threads.add(daemon(this::printReadings));
        while (System.in.read() >= 0) {
            // the parent is there
        }
        threads.forEach(Thread::interrupt);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "soak");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void draw(IdService service, List<IdGenerator<?>> generators) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                IdGenerator<?> generator = generators.get(random.nextInt(generators.size()));
                switch (random.nextInt(4)) {
                    case 0 -> ids.add(generator.next(BATCH / 10).size());
                    case 1 -> ids.add(service.nextIds("SOAK", BATCH).size());
                    case 2 ->
                        generator
                                .nextAsync()
                                .whenComplete((id, failure) -> (failure == null ? ids : refusals).increment());
                    default -> {
                        generator.next();
                        ids.increment();
                    }
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (IdgenException e) {
                refusals.increment();
            }
        }
    }

    private void printReadings() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(READING_SECONDS));
            System.out.println(reading().line());
        }
    }

    private Reading reading() {
        System.gc();
        double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getOpenFileDescriptorCount()
                : 0;
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        return new Reading(ids.sum(), refusals.sum(), heap / (1 << 20), threads, files);
    }
}
