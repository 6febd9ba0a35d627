package dev.idgen.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import dev.idgen.internal.time.DeterministicTime;
import dev.idgen.standalone.InMemoryIds;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;

/** Two contexts and two objects issue the same ids: what an approval test compares in each run. */
class DeterministicIdsTests {

    private static final int MANY = 10_000;

    @Configuration
    static class Application {}

    @SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE)
    @AutoConfigureIdgen(deterministic = true)
    @TestPropertySource(
            properties = {
                "idgen.namespace=memory",
                "idgen.generators.multi-counter.counters=10",
                "idgen.generators.multi-counter.range=10000",
                "idgen.generators.decimal-id.launch-id=7",
                "idgen.generators.random-claim.max=9999999999",
                "idgen.generators.custom.fields=timestamp:41,random:8,node:6,sequence:8",
                // without a lead, so its callers wait for the clock
                "idgen.generators.js-safe-fixed.type=js-safe",
                "idgen.generators.js-safe-fixed.node.provider=fixed",
                "idgen.generators.js-safe-fixed.node.id=3"
            })
    static class Documents {

        @DynamicPropertySource
        static void types(DynamicPropertyRegistry properties) {
            TYPES.forEach(type -> properties.add("idgen.generators." + type + ".type", () -> type));
        }
    }

    /** As the first, in a context of its own, since it has another property. */
    @TestPropertySource(properties = "spring.application.name=other")
    static class Others extends Documents {}

    /** All but those whose ids are random by their standard, or are made elsewhere. */
    private static final List<String> TYPES = Arrays.stream(GeneratorType.values())
            .filter(type -> type != GeneratorType.UUID_V4 && type != GeneratorType.EXISTING)
            .map(PropertyNames::of)
            .toList();

    private static ApplicationContext context(Class<?> test) {
        return new TestContextManager(test).getTestContext().getApplicationContext();
    }

    private static List<?> drawn(ApplicationContext context, String generator) {
        IdGenerator<?> ids = context.getBean(IdGenerators.class).get(generator);
        return Stream.generate(ids::next).limit(MANY).toList();
    }

    private static List<String> drawn(IdService ids) {
        return Stream.generate(() -> ids.nextId("ORDR")).limit(MANY).toList();
    }

    static Stream<String> generators() {
        return Stream.concat(TYPES.stream(), Stream.of("js-safe-fixed"));
    }

    @ParameterizedTest
    @MethodSource
    void generators(String generator) {
        List<?> first = drawn(context(Documents.class), generator);
        assertThat(first).doesNotHaveDuplicates();
        assertSame(drawn(context(Others.class), generator), first);
    }

    @Test
    void contextsAndObjectsIssueTheSameStringIds() {
        List<String> first = drawn(context(Documents.class).getBean(IdService.class));
        assertThat(first).doesNotHaveDuplicates();
        assertThat(first.subList(0, 2))
                .as("on any machine")
                .containsExactly("260102030405678ORDR37342989", "260102030405678ORDR48164965");
        assertSame(drawn(context(Others.class).getBean(IdService.class)), first);
        try (InMemoryIds ids = InMemoryIds.deterministic()) {
            assertSame(drawn(ids), first);
        }
    }

    private static void assertSame(List<?> ids, List<?> expected) {
        for (int i = 0; i < MANY; i++) {
            assertThat(ids.get(i)).as("id %d", i).isEqualTo(expected.get(i));
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
