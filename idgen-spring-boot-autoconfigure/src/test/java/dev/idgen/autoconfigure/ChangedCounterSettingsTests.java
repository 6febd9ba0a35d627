package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.CountedIds;
import dev.idgen.CounterExhaustedException;
import dev.idgen.IdGenerator;
import dev.idgen.KeyedIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application's next start, with other settings of a counter, continues with numbers that it has not issued. */
class ChangedCounterSettingsTests {

    private static final String COUNTER = "type=counter";
    private static final String SEGMENT = "type=segment; segment.min-step=1; segment.max-step=2";
    private static final String TRANSACTIONAL = "type=counter; transactional=true";

    private final DataSource database = TypicalApplication.database();
    private final TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(database));

    /** Starts an application with generators {@code g0}, {@code g1} and so on, and ends it. */
    private void run(List<String> generators, Consumer<ApplicationContext> work) {
        List<String> properties = new ArrayList<>(List.of("idgen.jdbc.initialize-schema=always"));
        for (int i = 0; i < generators.size(); i++) {
            String prefix = "idgen.generators.g" + i + ".";
            properties.addAll(List.of(TypicalProperties.patient("g" + i)));
            properties.add(prefix + "store=jdbc");
            Arrays.stream(generators.get(i).split("; "))
                    .filter(property -> !property.isEmpty())
                    .forEach(property -> properties.add(prefix + property));
        }
        TypicalApplication.withoutStore()
                .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                .withBean(DataSource.class, () -> database)
                .withBean(
                        PlatformTransactionManager.class,
                        () -> Objects.requireNonNull(transaction.getTransactionManager()))
                .withPropertyValues(properties.toArray(String[]::new))
                .run(work::accept);
    }

    /** Of the generator at an index. */
    private static IdGenerator<?> ids(ApplicationContext context, int index) {
        Object bean = context.getBean("g" + index);
        return bean instanceof KeyedIds<?> keyed ? keyed.forKey("tenant-7") : (IdGenerator<?>) bean;
    }

    /** Takes ids in a transaction. Returns their numbers. */
    private List<Long> take(ApplicationContext context, int index, int count) {
        List<?> taken = Objects.requireNonNull(
                transaction.execute(status -> ids(context, index).next(count)));
        return taken.stream()
                .map(id -> id.toString().replaceFirst(".*-", ""))
                .map(Long::valueOf)
                .toList();
    }

    private static List<String> each(List<String> generators, String more) {
        return generators.stream().map(generator -> generator + "; " + more).toList();
    }

    @Test
    void nextWhenStartOrStepChangedSkipsIssuedNumbers() {
        List<List<String>> changes = List.of(
                List.of("start=4", "", ""),
                List.of("start=100", "start=97", "start=97"),
                List.of("step=10", "step=5", ""),
                List.of("start=1", "start=1000", "start=1"),
                List.of("start=7; step=3", "step=2", "start=2; step=9"),
                List.of("start=2; step=9", "", "start=5; step=2"));
        List<String> types = List.of(COUNTER, SEGMENT, TRANSACTIONAL);
        Map<Integer, List<Long>> taken = new TreeMap<>();
        for (int start = 0; start < 3; start++) {
            int present = start;
            List<String> generators = types.stream()
                    .flatMap(type -> changes.stream().map(change -> type + "; " + change.get(present)))
                    .toList();
            run(generators, context -> {
                for (int i = 0; i < generators.size(); i++) {
                    taken.computeIfAbsent(i, index -> new ArrayList<>()).addAll(take(context, i, 5));
                }
            });
        }
        assertThat(taken).hasSize(18);
        assertThat(taken.values())
                .allSatisfy(numbers ->
                        assertThat(numbers).hasSize(15).doesNotHaveDuplicates().isSorted());
    }

    @Test
    void nextOfOtherInstancesAfterRaiseToIsGreater() {
        List<String> generators = List.of(
                COUNTER,
                SEGMENT,
                TRANSACTIONAL,
                COUNTER + "; keyed=true",
                COUNTER + "; template=A-{yyyy}-{0000}",
                COUNTER + "; template={key}-{yyyy}-{0000}",
                TRANSACTIONAL + "; template={key}-{yyyy}-{0000}",
                COUNTER + "; start=10; step=7");
        run(generators, one -> {
            for (int i = 0; i < generators.size(); i++) {
                take(one, i, 2);
                ((CountedIds<?>) ids(one, i)).raiseTo(300);
            }
            run(generators, other -> {
                for (int i = 0; i < generators.size(); i++) {
                    assertThat(take(other, i, 3)).as(generators.get(i)).allMatch(number -> number > 300);
                    ((CountedIds<?>) ids(other, i)).raiseTo(4001);
                }
            });
            for (int i = 0; i < generators.size(); i++) {
                assertThat(take(one, i, 1)).as(generators.get(i)).allMatch(number -> number > 300);
            }
        });
        run(generators, next -> {
            for (int i = 0; i < generators.size(); i++) {
                assertThat(take(next, i, 3)).as(generators.get(i)).allMatch(number -> number > 4001);
            }
        });
    }

    @Test
    void nextAfterFailuresOfExhaustedCounterContinuesOnceItMayGoOn() {
        List<String> generators = List.of(
                COUNTER,
                COUNTER + "; keyed=true",
                TRANSACTIONAL,
                SEGMENT,
                "type=segment; segment.max-step=100",
                "type=segment; segment.strict=true");
        List<String> templates = List.of(COUNTER + "; template=A-{0", COUNTER + "; template={key}-{yyyy}-{0");
        List<String> before = new ArrayList<>(each(generators, "max=9"));
        templates.forEach(template -> before.add(template + "}"));
        before.add(COUNTER + "; step=4; max=9");
        List<String> after = new ArrayList<>(each(generators, "max=99"));
        templates.forEach(template -> after.add(template + "0}"));
        after.add(COUNTER + "; step=4; max=99");
        run(before, context -> {
            for (int i = 0; i < before.size(); i++) {
                int generator = i;
                int step = before.get(i).contains("step=4") ? 4 : 1;
                for (long number = 1; number <= 9; number += step) {
                    assertThat(take(context, generator, 1)).as(before.get(i)).containsExactly(number);
                }
                for (int call = 0; call < 100; call++) {
                    assertThatExceptionOfType(CounterExhaustedException.class)
                            .as(before.get(i))
                            .isThrownBy(() -> take(context, generator, 1));
                }
            }
        });
        run(after, context -> {
            for (int i = 0; i < after.size(); i++) {
                long next = after.get(i).contains("step=4") ? 13 : 10;
                assertThat(take(context, i, 1)).as(after.get(i)).containsExactly(next);
            }
        });
    }

    @Test
    void batchBeyondMaxIsNotCounted() {
        List<String> generators = List.of(COUNTER, SEGMENT, TRANSACTIONAL, COUNTER + "; keyed=true");
        run(each(generators, "max=9"), context -> {
            for (int i = 0; i < generators.size(); i++) {
                int generator = i;
                take(context, generator, 7);
                for (int call = 0; call < 100; call++) {
                    assertThatExceptionOfType(CounterExhaustedException.class)
                            .as(generators.get(i))
                            .isThrownBy(() -> take(context, generator, 5));
                }
            }
        });
        run(each(generators, "max=99"), context -> {
            for (int i = 0; i < generators.size(); i++) {
                assertThat(take(context, i, 1)).as(generators.get(i)).allMatch(number -> number == 8 || number == 10);
            }
        });
    }
}
