package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idgen.IdGenerators;
import dev.idgen.InvalidSettingException;
import dev.idgen.LeaseStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.context.support.GenericApplicationContext;

/** A part that the application refuses must not go on running: Spring drops it, and creates another at each look-up. */
class IdgenLifecycleTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final IdgenLifecycle lifecycle = new IdgenLifecycle(new GenericApplicationContext());
    private final List<String> calls = new ArrayList<>();

    private void addRefused() {
        assertThatThrownBy(() -> lifecycle.add(
                        "part",
                        part -> calls.add("start"),
                        part -> {
                            throw new IllegalStateException("refused");
                        },
                        part -> calls.add("stop")))
                .hasMessage("refused");
    }

    @Test
    void partThatIsCreatedLateAndRefusedIsStoppedOnce() {
        lifecycle.afterSingletonsInstantiated();
        addRefused();
        assertThat(calls).containsExactly("stop");
        lifecycle.stop();
        lifecycle.start();
        assertThat(calls).as("it does not exist").containsExactly("stop");
    }

    /** Spring may take a snapshot next. */
    @Test
    void partThatIsCreatedWhileTheOthersAreStoppedIsStoppedUntilTheyStart() {
        lifecycle.stop();
        lifecycle.add("part", part -> calls.add("start"), part -> calls.add("stop"));
        assertThat(calls).containsExactly("stop");
        lifecycle.start();
        assertThat(calls).containsExactly("stop", "start");
    }

    @Test
    void partThatIsCreatedWhileTheOthersStartRuns() {
        lifecycle.add(
                "first",
                first -> lifecycle.add("second", second -> calls.add("start"), second -> calls.add("stop")),
                first -> {});
        lifecycle.stop();
        lifecycle.start();
        assertThat(calls).isEmpty();
    }

    /** The node bits are used by no other test, so the threads are this test's. */
    @Test
    void lazyGeneratorsThatAreRefusedLeaveNoThread() {
        InMemoryLeaseStore store = new InMemoryLeaseStore(TimeSource.system());
        var runner = TypicalApplication.withoutStore()
                .withBean(LeaseStore.class, () -> store)
                .withPropertyValues("idgen.generators.order.type=snowflake", "idgen.generators.order.node-bits=11");
        runner.run(first -> {
            first.getBean(IdGenerators.class).getLong("order").nextLong();
            runner.withPropertyValues("idgen.node.lease-ttl=20s", "spring.main.lazy-initialization=true")
                    .withInitializer(context ->
                            context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                    .run(refused -> {
                        for (int i = 0; i < 3; i++) {
                            assertThatThrownBy(() -> refused.getBean("order"))
                                    .rootCause()
                                    .isInstanceOf(InvalidSettingException.class);
                        }
                        await().atMost(PATIENCE).until(() -> nodeThreads() == 1);
                    });
        });
    }

    private static long nodeThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("idgen-node-11"))
                .count();
    }
}
