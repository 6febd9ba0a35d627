package dev.idgen.fleet;

import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.time.TimeSource;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
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
 * <p>It says {@link #READY} when it could begin, begins when it reads a line, ends with a line that begins with
 * {@link #DONE}, and dies with its parent.
 */
public final class FleetWorker {

    static final String READY = "FLEET ready";
    static final String DONE = "FLEET done";

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
            say(DONE + " errors=" + worker.run());
        }
    }

    /** On a busy machine the first connection may take longer than the application's start waits for it. */
    private void awaitFirstId() {
        while (drawOne(ids.forBusiness("")) == null) {
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

    /** Returns how many calls failed. */
    private long run() {
        return IntStream.range(0, task.threads())
                .mapToObj(thread -> CompletableFuture.supplyAsync(
                        () -> draw(thread), drawing -> new Thread(drawing, "drawing-" + thread).start()))
                .toList()
                .stream()
                .mapToLong(CompletableFuture::join)
                .sum();
    }

    private long draw(int thread) {
        Path file = Path.of(task.out() + "-" + thread + ".ids");
        IssuedIds.Reader reader = new IssuedIds.Reader(task.base());
        IdGenerator<String> generator = ids.forBusiness("T" + thread);
        long begun = System.nanoTime();
        long errors = 0;
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER))) {
            for (int drawn = 0; drawn < task.ids(); ) {
                if (task.rate() > 0 && drawn % PACED_BATCH == 0) {
                    awaitTurn(begun, drawn);
                }
                String id = drawOne(generator);
                if (id == null) {
                    errors++;
                } else {
                    out.writeLong(reader.read(id));
                    drawn++;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return errors;
    }

    private void awaitTurn(long begun, long drawn) {
        long due = begun + (long) (drawn / task.rate() * 1e9);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static @Nullable String drawOne(IdGenerator<String> generator) {
        try {
            return generator.next();
        } catch (SequenceUnavailableException e) {
            LockSupport.parkNanos(RETRY_NANOS);
            return null;
        }
    }
}
