package dev.idgen.fleet;

import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.time.TimeSource;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * One process of a fleet: an application that draws ids from several threads and writes each to a file, while its clock
 * steps. Started by {@link Fleet}.
 *
 * <p>It says {@link #READY} when it could begin, begins when it reads a line, ends with a line {@code FLEET ...}, and dies
 * with its parent.
 */
public final class FleetWorker {

    static final String READY = "FLEET ready";

    /** Before the path of idgen's classes. */
    static final String FROM = "FLEET from ";

    /** The argument of a worker with the right time and the standard layout. */
    static final String PLAIN = "--fleet.plain=true";

    private static final int BUFFER = 1 << 16;
    private static final int PACED_BATCH = 64;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * What to do, bound from {@code fleet.*}.
     *
     * @param threads how many threads draw
     * @param ids how many ids each draws
     * @param rate most ids a second that each draws, 0 for as many as there are
     * @param offset how far the time is off
     * @param step how far it steps
     * @param base what times in the files are reckoned from, in epoch milliseconds
     * @param out start of the files' names
     * @param layout {@code bucketBits/numberBits}, if not the standard one
     */
    record Task(
            int threads,
            int ids,
            double rate,
            Duration offset,
            Duration step,
            long base,
            Path out,
            @Nullable String layout) {

        static Task of(Environment environment) {
            return Binder.get(environment).bind("fleet", Task.class).get();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DataRedisAutoConfiguration.class, IdgenAutoConfiguration.class})
    static class OnRedis extends Application {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        IdgenDatabaseAutoConfiguration.class,
        IdgenAutoConfiguration.class
    })
    static class OnDatabase extends Application {}

    /** Of names that applications see only, so that an earlier version runs it, too. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DataRedisAutoConfiguration.class, IdgenAutoConfiguration.class})
    static class Plain {}

    static class Application {

        @Bean
        TimeSource steppingTime(Environment environment) {
            Task task = Task.of(environment);
            return new SteppingTime(task.offset(), task.step());
        }

        @Bean
        BucketLayout layout(Environment environment) {
            String layout = Task.of(environment).layout();
            if (layout == null) {
                return BucketLayout.STANDARD;
            }
            String[] bits = layout.split("/", -1);
            return new BucketLayout(Integer.parseInt(bits[0]), Integer.parseInt(bits[1]));
        }
    }

    private final IdService ids;
    private final Task task;

    private FleetWorker(IdService ids, Task task) {
        this.ids = ids;
        this.task = task;
    }

    public static void main(String[] args) throws Exception {
        boolean database = Stream.of(args).anyMatch(argument -> argument.startsWith("--spring.datasource.url="));
        Class<?> application = database ? OnDatabase.class : OnRedis.class;
        if (List.of(args).contains(PLAIN)) {
            application = Plain.class;
            say(FROM
                    + IdService.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .getPath());
        }
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .run(args)) {
            FleetWorker worker = new FleetWorker(context.getBean(IdService.class), Task.of(context.getEnvironment()));
            worker.awaitFirstId();
            say(READY);
            if (System.in.read() != '\n') {
                return; // the parent is gone
            }
            dieWithParent();
            say(worker.run().toString());
        }
    }

    /** On a busy machine the first connection may take longer than the application's start waits for it. */
    private void awaitFirstId() {
        while (drawOne(ids.forBusiness(""), new Tally()) == null) {
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void dieWithParent() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // nothing more is expected
                        }
                    } catch (IOException e) {
                        // as good as the end
                    }
                    Runtime.getRuntime().halt(1);
                },
                "parent");
        watch.setDaemon(true);
        watch.start();
    }

    private Tally run() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(task.threads());
        try {
            List<Callable<Tally>> drawers = new ArrayList<>();
            for (int i = 0; i < task.threads(); i++) {
                int thread = i;
                drawers.add(() -> draw(thread));
            }
            Tally total = new Tally();
            for (Future<Tally> one : executor.invokeAll(drawers)) {
                total.add(one.get());
            }
            return total;
        } finally {
            executor.shutdownNow();
        }
    }

    private Tally draw(int thread) throws IOException {
        Path file = Path.of(task.out() + "-" + thread + ".ids");
        Tally tally = new Tally();
        IssuedIds.Reader reader = new IssuedIds.Reader(task.base());
        IdGenerator<String> generator = ids.forBusiness("T" + thread);
        long begun = System.nanoTime();
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER))) {
            while (tally.ids < task.ids()) {
                if (task.rate() > 0 && tally.ids % PACED_BATCH == 0) {
                    awaitTurn(begun, tally.ids);
                }
                String id = drawOne(generator, tally);
                if (id != null) {
                    out.writeLong(reader.read(id));
                }
            }
        }
        tally.nanos = System.nanoTime() - begun;
        return tally;
    }

    private void awaitTurn(long begun, long drawn) {
        long due = begun + (long) (drawn / task.rate() * 1e9);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static @Nullable String drawOne(IdGenerator<String> generator, Tally tally) {
        long begun = System.nanoTime();
        try {
            String id = generator.next();
            tally.ids++;
            return id;
        } catch (SequenceUnavailableException e) {
            tally.errors++;
            tally.reasons.merge(e.reason(), 1, Integer::sum);
            LockSupport.parkNanos(RETRY_NANOS);
            return null;
        } finally {
            tally.longest = Math.max(tally.longest, System.nanoTime() - begun);
        }
    }

    /** What became of the calls of one thread, or of several. */
    static final class Tally {

        long ids;
        long errors;
        long longest;
        long nanos;
        final Map<Reason, Integer> reasons = new EnumMap<>(Reason.class);

        void add(Tally other) {
            ids += other.ids;
            errors += other.errors;
            longest = Math.max(longest, other.longest);
            nanos = Math.max(nanos, other.nanos);
            other.reasons.forEach((reason, count) -> reasons.merge(reason, count, Integer::sum));
        }

        @Override
        public String toString() {
            return "FLEET ids=" + ids + " errors=" + errors + " reasons=" + reasons + " longest=" + millis(longest)
                    + " ms, took " + millis(nanos) + " ms, " + (long) (ids / (nanos / 1e9)) + " ids/s";
        }

        private static long millis(long nanos) {
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        }
    }
}
