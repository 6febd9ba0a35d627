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
 * Stops and restarts idgen's running parts with the application, for example around a snapshot of the process. These
 * parts hold names, leases and random numbers, which no two processes may share.
 *
 * <p>Beans run from their creation, so that ids are available while the application starts. They register here in the
 * order in which they use each other, and stop in the opposite order. When the context closes, this class stops
 * nothing: Spring destroys each bean after its dependents, so ids stay available until then.
 *
 * <p>A bean sends its first request when Spring creates it, and Spring goes on to create others. When all beans exist,
 * this class waits until each request has succeeded or failed.
 *
 * <p>If Spring takes the snapshot at the end of the refresh, or exits there, it stops no bean first. This class then
 * stops all parts as soon as all beans exist.
 *
 * <p>Thread-safe; only one thread at a time may start or stop it.
 */
final class IdgenLifecycle
        implements SmartLifecycle, SmartInitializingSingleton, ApplicationListener<ContextClosedEvent> {

    /**
     * Starts after connections to stores, whose phase is 0, as Spring's. Beans with a higher phase, such as web
     * servers, message listeners and schedulers, start later and stop earlier, so they may use ids.
     */
    static final int PHASE = 1;

    /**
     * The properties that make Spring take a snapshot, or exit, at the end of the refresh and before it starts any
     * bean.
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
                log.warn("could not stop {}", bean, e);
            }
        }
    }

    IdgenLifecycle(ApplicationContext context) {
        this.context = context;
    }

    /**
     * Adds a running bean.
     *
     * @param start starts the bean, or does nothing if it runs
     * @param stop stops the bean, or does nothing if it does not run
     */
    <T> T add(T bean, Consumer<? super T> start, Consumer<? super T> stop) {
        return add(bean, start, started -> {}, stop);
    }

    /**
     * Adds a running bean that may not be ready.
     *
     * @param start starts the bean, or does nothing if it runs
     * @param await waits until the bean is ready or has failed, and throws if the application must not start. A bean
     *     that is created later than that is then stopped
     * @param stop stops the bean, or does nothing if it does not run
     */
    <T> T add(T bean, Consumer<? super T> start, Consumer<? super T> await, Consumer<? super T> stop) {
        Part part = new Part(bean, () -> start.accept(bean), () -> await.accept(bean), () -> stop.accept(bean));
        if (awaiting) {
            try {
                part.await().run();
            } catch (RuntimeException e) {
                part.stop(); // Spring drops the bean without closing it, and makes another at the next look-up
                throw e;
            }
        }
        parts.add(part);
        if (!running && !closing) {
            part.stop(); // a snapshot may come now
        }
        return bean;
    }

    @Override
    public void start() {
        running = true; // a part that is added meanwhile runs
        try {
            parts.forEach(part -> part.start().run());
            parts.forEach(part -> part.await().run());
        } catch (RuntimeException e) {
            running = false;
            stopParts();
            throw e;
        }
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
