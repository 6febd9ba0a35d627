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
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
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

    /** Starts an application with a generator {@code a}, and ends it. */
    private void run(String properties, Consumer<ApplicationContext> work) {
        TypicalApplication.withoutStore()
                .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
                .withBean(DataSource.class, () -> database)
                .withBean(
                        PlatformTransactionManager.class,
                        () -> Objects.requireNonNull(transaction.getTransactionManager()))
                .withPropertyValues(TypicalProperties.patient("a"))
                .withPropertyValues("idgen.jdbc.initialize-schema=always", "idgen.generators.a.store=jdbc")
                .withPropertyValues(Arrays.stream(properties.split("; "))
                        .filter(property -> !property.isEmpty())
                        .map(property -> "idgen.generators.a." + property)
                        .toArray(String[]::new))
                .run(work::accept);
    }

    private static IdGenerator<?> ids(ApplicationContext context) {
        Object bean = context.getBean("a");
        return bean instanceof KeyedIds<?> keyed ? keyed.forKey("tenant-7") : (IdGenerator<?>) bean;
    }

    /** Takes ids in a transaction. Returns their numbers. */
    private List<Long> take(ApplicationContext context, int count) {
        List<?> taken = Objects.requireNonNull(
                transaction.execute(status -> ids(context).next(count)));
        return taken.stream()
                .map(id -> id.toString().replaceFirst(".*-", ""))
                .map(Long::valueOf)
                .toList();
    }

    private List<Long> takenAfterRestart(String properties, int count) {
        List<Long> taken = new ArrayList<>();
        run(properties, context -> taken.addAll(take(context, count)));
        return taken;
    }

    private static Stream<Arguments> changes() {
        List<String> changes = List.of(
                "start=4 > ",
                "start=100 > start=97",
                "step=10 > step=5 > ",
                "start=1 > start=1000 > start=1",
                "start=7; step=3 > step=2 > start=2; step=9 > ");
        return Stream.of(COUNTER, SEGMENT, TRANSACTIONAL)
                .flatMap(type -> changes.stream().map(change -> Arguments.of(type, change)));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void nextWhenStartOrStepChangedSkipsIssuedNumbers(String type, String changes) {
        List<Long> taken = new ArrayList<>();
        for (String settings : changes.split(" > ", -1)) {
            taken.addAll(takenAfterRestart(type + "; " + settings, 5));
        }
        assertThat(taken).doesNotHaveDuplicates().isSorted();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                COUNTER,
                SEGMENT,
                TRANSACTIONAL,
                COUNTER + "; keyed=true",
                COUNTER + "; template=A-{yyyy}-{0000}",
                COUNTER + "; template={key}-{yyyy}-{0000}",
                TRANSACTIONAL + "; template={key}-{yyyy}-{0000}",
                COUNTER + "; start=10; step=7"
            })
    void nextOfOtherInstancesAfterRaiseToIsGreater(String properties) {
        run(properties, one -> {
            take(one, 2);
            ((CountedIds) ids(one)).raiseTo(300);
            run(properties, other -> assertThat(take(other, 3)).allMatch(number -> number > 300));
            assertThat(take(one, 1)).allMatch(number -> number > 300);
        });
        run(properties, one -> ((CountedIds) ids(one)).raiseTo(4001));
        assertThat(takenAfterRestart(properties, 3)).allMatch(number -> number > 4001);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            type=counter                         | max=9          | max=99
            type=counter; keyed=true             | max=9          | max=99
            type=counter; transactional=true     | max=9          | max=99
            type=counter                         | template=A-{0} | template=A-{00}
            type=counter                         | template={key}-{yyyy}-{0} | template={key}-{yyyy}-{00}
            type=counter; step=4                 | max=9          | max=99
            type=segment                         | max=9          | max=99
            type=segment; segment.max-step=100   | max=9          | max=99
            type=segment; segment.strict=true    | max=9          | max=99
            """)
    void nextAfterFailuresOfExhaustedCounterContinuesOnceItMayGoOn(String properties, String before, String after) {
        long step = properties.contains("step=4") ? 4 : 1;
        List<Long> all = LongStream.iterate(1, number -> number <= 9, number -> number + step)
                .boxed()
                .toList();
        run(properties + "; " + before, context -> {
            List<Long> taken = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                taken.addAll(take(context, 1));
            }
            assertThat(taken).isEqualTo(all);
            for (int i = 0; i < 1000; i++) {
                assertThatExceptionOfType(CounterExhaustedException.class).isThrownBy(() -> take(context, 1));
            }
        });
        assertThat(takenAfterRestart(properties + "; " + after, 1)).containsExactly(9 + step);
    }

    @ParameterizedTest
    @ValueSource(strings = {COUNTER, SEGMENT, TRANSACTIONAL, COUNTER + "; keyed=true"})
    void batchBeyondMaxIsNotCounted(String properties) {
        run(properties + "; max=9", context -> {
            take(context, 7);
            for (int i = 0; i < 100; i++) {
                assertThatExceptionOfType(CounterExhaustedException.class).isThrownBy(() -> take(context, 5));
            }
        });
        assertThat(takenAfterRestart(properties + "; max=99", 1)).allMatch(number -> number == 8 || number == 10);
    }
}
