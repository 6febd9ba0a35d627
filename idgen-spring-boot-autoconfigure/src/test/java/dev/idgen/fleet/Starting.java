package dev.idgen.fleet;

import dev.idgen.IdgenException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.context.ConfigurableApplicationContext;

/** An instance of an application that starts now, and how long it takes until it issues its first id. For one thread. */
final class Starting implements AutoCloseable {

    private static final Duration MOST = Duration.ofMinutes(2);

    private final long begun = System.nanoTime();
    private final CompletableFuture<ConfigurableApplicationContext> started = new CompletableFuture<>();
    private final CompletableFuture<First> first = new CompletableFuture<>();

    /** The first id, and how long it took, the start of the application included. */
    record First(String id, Duration after) {}

    /** @param draw takes an id, or throws if there is none yet */
    Starting(
            Supplier<ConfigurableApplicationContext> application,
            Function<? super ConfigurableApplicationContext, ?> draw) {
        Thread thread = new Thread(() -> run(application, draw), "starting");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(
            Supplier<ConfigurableApplicationContext> application,
            Function<? super ConfigurableApplicationContext, ?> draw) {
        try {
            ConfigurableApplicationContext context = application.get();
            started.complete(context);
            String id = await(context, draw);
            first.complete(new First(id, Duration.ofNanos(System.nanoTime() - begun)));
        } catch (RuntimeException | Error e) {
            started.completeExceptionally(e);
            first.completeExceptionally(e);
        }
    }

    private String await(
            ConfigurableApplicationContext context, Function<? super ConfigurableApplicationContext, ?> draw) {
        for (; ; ) {
            try {
                return draw.apply(context).toString();
            } catch (IdgenException e) {
                if (System.nanoTime() - begun > MOST.toNanos()) {
                    throw e;
                }
            }
        }
    }

    /** Waits for the first id. */
    First await() {
        try {
            return first.get(2 * MOST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("an instance that started has issued no id", e);
        }
    }

    @Override
    public void close() {
        started.thenAccept(ConfigurableApplicationContext::close);
    }
}
