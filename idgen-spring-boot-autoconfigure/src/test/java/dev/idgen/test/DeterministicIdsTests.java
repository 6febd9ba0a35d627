package dev.idgen.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.internal.time.DeterministicTime;
import dev.idgen.standalone.InMemoryIds;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;

/** Two contexts and two objects issue the same ids: what an approval test compares in each run. */
class DeterministicIdsTests {

    private static final int MANY = 500;

    @Configuration
    static class Application {}

    @SpringBootTest(
            classes = Application.class,
            webEnvironment = WebEnvironment.NONE,
            properties = {
                "idgen.generators.order.type=snowflake",
                "idgen.generators.event.type=uuid-v7",
                "idgen.generators.file.type=ulid",
                "idgen.generators.trace.type=uuid-v1",
                "idgen.generators.invoice.type=counter",
                "idgen.generators.code.type=random-claim",
                "idgen.generators.code.max=9999999999",
                "idgen.generators.row.type=multi-counter"
            })
    @AutoConfigureIdgen(deterministic = true)
    static class Documents {}

    /** As the first, in a context of its own, since it has another property. */
    @TestPropertySource(properties = "spring.application.name=other")
    static class Others extends Documents {}

    private static List<Object> idsOf(Class<?> test) throws Exception {
        TestContextManager manager = new TestContextManager(test);
        var context = manager.getTestContext().getApplicationContext();
        IdService ids = context.getBean(IdService.class);
        List<Object> drawn = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            drawn.add(ids.nextId("ORDR"));
        }
        IdGenerators generators = context.getBean(IdGenerators.class);
        for (String name : List.of("order", "event", "file", "trace", "invoice", "code", "row")) {
            for (int i = 0; i < 100; i++) {
                drawn.add(generators.get(name).next());
            }
        }
        return drawn;
    }

    @Test
    void contextsIssueTheSameIdsWhichAreDistinct() throws Exception {
        List<Object> first = idsOf(Documents.class);
        assertThat(first).doesNotHaveDuplicates().hasAtLeastOneElementOfType(UUID.class);
        assertThat(first.subList(0, 2))
                .as("on any machine")
                .containsExactly("260102030405678ORDR31726669", "260102030405678ORDR14761716");
        List<Object> second = idsOf(Others.class);
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i)).as("id %d", i).isEqualTo(first.get(i));
        }
    }

    @Test
    void objectsIssueTheSameIdsWhichAreDistinct() {
        try (InMemoryIds one = InMemoryIds.deterministic();
                InMemoryIds other = InMemoryIds.deterministic()) {
            List<String> ids = one.nextIds("ORDR", MANY);
            assertThat(ids).doesNotHaveDuplicates();
            assertThat(other.nextIds("ORDR", MANY)).isEqualTo(ids);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clockIsRefusedOutsideTests(boolean inTests) {
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        thread.setContextClassLoader(inTests ? loader : ClassLoader.getPlatformClassLoader());
        try {
            assertThat(new DeterministicTime().instant()).isEqualTo(DeterministicTime.NOW);
            assertThat(inTests).isTrue();
        } catch (IllegalStateException e) {
            assertThat(inTests).isFalse();
            assertThat(e).hasMessageContaining("deterministic ids are for tests");
        } finally {
            thread.setContextClassLoader(loader);
        }
    }
}
