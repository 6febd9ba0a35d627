package dev.idgen.autoconfigure;

import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.SpringProperties;

/**
 * Stops all that idgen has running when the application is stopped without being closed, and starts it again: around a
 * snapshot of the process, for example. The running parts hold names, leases and random numbers, which must not be the
 * same in two processes.
 *
 * <p>Beans run from their creation on, so that ids can be had while the application starts. They add themselves here,
 * in the order in which they use each other, and are stopped in the opposite order. When the context is closed nothing
 * is stopped here: beans close with what depends on them, so that ids can be had until then.
 *
 * <p>What a bean needs from its store is under way when the bean is made, while Spring makes others. The application is
 * not up before it has come in or failed: that is waited for when all beans have been made.
 *
 * <p>Where Spring makes the snapshot before it has started anything, or ends the process there, it stops nothing
 * before. Then all is stopped as soon as all beans have been made.
 *
 * <p>Thread-safe; started and stopped by one thread at a time.
 */
final class IdgenLifecycle
        implements SmartLifecycle, SmartInitializingSingleton, ApplicationListener<ContextClosedEvent> {

    /**
     * Started just after connections to stores, which have phase 0, as Spring's have; all with a higher phase may use
     * ids: web servers and what receives messages or calls at set times are stopped before and started after.
     */
    static final int PHASE = 1;

    /**
     * What Spring does at the end of the refresh, before it starts anything: it makes a snapshot, or ends the process.
     */
    private static final List<String> ENDS_ON_REFRESH =
            List.of(DefaultLifecycleProcessor.CHECKPOINT_PROPERTY_NAME, DefaultLifecycleProcessor.EXIT_PROPERTY_NAME);

    private static final Logger log = LoggerFactory.getLogger(IdgenLifecycle.class);

    private final ApplicationContext context;
    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private volatile boolean running = true;
    private volatile boolean awaiting;
    private volatile boolean closing;

    private record Part(Object bean, Runnable start, Runnable await, Runnable stopping) {

        void stop() {
            try {
                stopping.run();
            } catch (RuntimeException e) {
                log.warn("could not be stopped: {}", bean, e);
            }
        }
    }

    IdgenLifecycle(ApplicationContext context) {
        this.context = context;
    }

    /**
     * Adds a bean that runs already.
     *
     * @param start does nothing if it runs
     * @param stop does nothing if it does not
     */
    <T> T add(T bean, Consumer<? super T> start, Consumer<? super T> stop) {
        return add(bean, start, its -> {}, stop);
    }

    /**
     * Adds a bean that runs already, and may not be ready.
     *
     * @param start does nothing if it runs
     * @param await waits until it is ready or has failed to be, and throws if the application must not start
     * @param stop does nothing if it does not run
     */
    <T> T add(T bean, Consumer<? super T> start, Consumer<? super T> await, Consumer<? super T> stop) {
        Part part = new Part(bean, () -> start.accept(bean), () -> await.accept(bean), () -> stop.accept(bean));
        if (awaiting) {
            part.await().run(); // if it fails, the bean is not made, and not to be started again
        }
        parts.add(part);
        return bean;
    }

    @Override
    public void start() {
        try {
            parts.forEach(part -> part.start().run());
            parts.forEach(part -> part.await().run());
        } catch (RuntimeException e) {
            stopParts();
            throw e;
        }
        running = true;
    }

    @Override
    public void stop() {
        if (!closing) {
            running = false;
            stopParts();
        }
    }

    private void stopParts() {
        List<Part> all = List.copyOf(parts);
        for (ListIterator<Part> last = all.listIterator(all.size()); last.hasPrevious(); ) {
            last.previous().stop();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void afterSingletonsInstantiated() {
        awaiting = true;
        parts.forEach(part -> part.await().run());
        if (ENDS_ON_REFRESH.stream().map(SpringProperties::getProperty).anyMatch("onRefresh"::equalsIgnoreCase)) {
            stop();
        }
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() == context) {
            closing = true;
        }
    }
}
