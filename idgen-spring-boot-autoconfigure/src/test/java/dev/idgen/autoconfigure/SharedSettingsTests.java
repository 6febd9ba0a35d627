package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CounterStore;
import dev.idgen.IdGenerators;
import dev.idgen.LeaseStore;
import dev.idgen.LongIdGenerator;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.TimeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

/** Walks all settings of all types: which ones all instances of a namespace must share. */
class SharedSettingsTests {

    private static final String MASK = "a-key-of-sixteen-characters";

    /** Types whose ids are numbers that the store, a clock or something else makes. */
    private static final Set<GeneratorType> NUMBERS =
            EnumSet.of(GeneratorType.SNOWFLAKE, GeneratorType.TSID, GeneratorType.COUNTER, GeneratorType.EXISTING);

    private static final Set<GeneratorType> TIMESTAMPED =
            EnumSet.of(GeneratorType.SNOWFLAKE, GeneratorType.JS_SAFE, GeneratorType.TSID, GeneratorType.CUSTOM);

    /**
     * A change of a setting.
     *
     * @param types those that are tried; empty for all that have the setting
     * @param more other properties, separated by semicolons
     * @param refused whether an instance with the second value may not run beside one with the first
     */
    private record Change(
            String setting, String first, String second, Set<GeneratorType> types, String more, boolean refused) {

        static Change refused(String setting, String first, String second, GeneratorType... types) {
            return new Change(setting, first, second, Set.of(types), "", true);
        }

        static Change harmless(String setting, String first, String second, GeneratorType... types) {
            return new Change(setting, first, second, Set.of(types), "", false);
        }

        Change of(Set<GeneratorType> others) {
            return new Change(setting, first, second, others, more, refused);
        }

        Change with(String properties) {
            return new Change(setting, first, second, types, properties, refused);
        }

        @Override
        public String toString() {
            return setting + ": " + first + " -> " + second + (refused ? " is refused" : " is harmless")
                    + (more.isEmpty() ? "" : " with " + more);
        }
    }

    /** What differs between instances, or is no setting of ids. */
    private static final Set<String> OF_ONE_INSTANCE = Set.of("type", "node.variable", "replaces");

    static final List<Change> CHANGES = List.of(
            Change.refused("epoch", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
            Change.refused("datacenter-bits", "5", "4"),
            Change.refused("node-bits", "10", "8"),
            Change.refused("sequence-bits", "12", "11").of(EnumSet.of(GeneratorType.SNOWFLAKE)),
            Change.refused("sequence-bits", "8", "7").of(EnumSet.of(GeneratorType.JS_SAFE)),
            Change.refused("thread-bits", "0", "2"),
            Change.refused("monotonic", "true", "false"),
            Change.refused("mode", "spread", "time-sequential"),
            Change.refused("tick", "1ms", "2ms"),
            Change.refused("fields", "timestamp:41, node:10, sequence:12", "timestamp:41, node:9, sequence:12"),
            Change.harmless("cluster", "1", "2"),
            Change.refused("node.provider", "leased", "fixed;node.id=1").of(TIMESTAMPED),
            Change.harmless("node.id", "1", "2").of(TIMESTAMPED),
            Change.refused("scramble", "false", "true").of(TIMESTAMPED),
            Change.refused("scramble-key", "one", "two").of(TIMESTAMPED).with("scramble=true"),
            Change.harmless("max-lead", "1ms", "2ms").of(TIMESTAMPED),
            Change.harmless("acquire-timeout", "1s", "2s"),
            Change.refused("store", "memory", "other"),
            Change.harmless("start", "1", "5"),
            Change.harmless("step", "1", "10"),
            Change.refused("start", "1", "5", GeneratorType.COUNTER, GeneratorType.SEGMENT)
                    .with("idgen.region=1/2"),
            Change.refused("step", "1", "10").with("idgen.region=1/2"),
            Change.harmless("max", "1000", "2000"),
            Change.refused("max", "1000", "2000", GeneratorType.EXISTING).with("text.mask=" + MASK),
            Change.harmless("floor", "1", "2"),
            Change.harmless("template", "INV-{000000}", "RE-{00}"),
            Change.refused("template", "INV-{yyyy}-{000}", "INV-{yyyyMM}-{000}", GeneratorType.COUNTER),
            Change.refused("template", "INV-{000}", "{key}-{000}", GeneratorType.COUNTER),
            Change.harmless("zone", "UTC", "Europe/Berlin")
                    .with("template=INV-{000}")
                    .of(Set.of()),
            Change.refused("zone", "UTC", "Europe/Berlin").with("template=INV-{yyyy}-{000}"),
            Change.refused("year-begins", "01-01", "04-01").with("template=INV-{yyyy}-{000}"),
            Change.harmless("closed-before", "2020-01-01", "2021-01-01").with("template=INV-{yyyy}-{000}"),
            Change.refused("keyed", "false", "true"),
            Change.refused("transactional", "false", "true").with("store=jdbc"),
            Change.harmless("segment.min-step", "10", "20"),
            Change.harmless("segment.max-step", "1000", "2000"),
            Change.harmless("segment.prefetch", "1s", "2s"),
            Change.harmless("segment.give-back", "false", "true"),
            Change.harmless("segment.strict", "false", "true", GeneratorType.SEGMENT),
            Change.harmless("counters", "10", "20"),
            Change.refused("range", "1000", "100"),
            Change.harmless("launch-id", "1", "2"),
            Change.harmless("attempts", "10", "20"),
            Change.harmless("text.prefix", "{name}_", "o-{name}_").of(NUMBERS),
            Change.refused("text.prefix", "", "{name}A").of(NUMBERS),
            Change.refused("text.form", "hex", "base62").of(NUMBERS),
            Change.harmless("text.form", "decimal", "", GeneratorType.SNOWFLAKE, GeneratorType.COUNTER),
            Change.harmless("text.group", "0", "4").of(NUMBERS).with("text.form=hex"),
            Change.refused("text.check", "false", "true").of(NUMBERS),
            Change.refused("text.mask", MASK, MASK + "2").of(NUMBERS),
            Change.refused("text.mask", MASK, "2" + MASK, GeneratorType.UUID_V7, GeneratorType.ULID));

    private final ApplicationContextRunner application = TypicalApplication.inMemory()
            .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
            .withBean("database", DataSource.class, TypicalApplication::database)
            .withBean("other", CounterStore.class, InMemoryCounterStore::new);

    private static Set<GeneratorType> types(Change change) {
        if (!change.types().isEmpty()) {
            return change.types();
        }
        String setting = change.setting().replaceAll("\\..*", "");
        return Stream.of(GeneratorType.values())
                .filter(type -> type.settings().contains(setting)
                        || Stream.of(GeneratorType.values())
                                .noneMatch(other -> other.settings().contains(setting)))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(GeneratorType.class)));
    }

    /** The stored settings of a generator of each type, by its name. */
    private Map<String, String> stored(Change change, String value) {
        LeaseStore leaseStore = new InMemoryLeaseStore(TimeSource.system());
        List<String> properties = new ArrayList<>();
        for (GeneratorType type : types(change)) {
            String name = TypicalProperties.name(type);
            String prefix = "idgen.generators." + name + ".";
            properties.addAll(List.of(TypicalProperties.of(name, type)));
            Stream.of((change.more() + ";" + change.setting() + "=" + value).split(";"))
                    .filter(property -> !property.isEmpty() && !property.endsWith("="))
                    .map(property -> property.replace("{name}", name))
                    .forEach(property -> properties.add(property.startsWith("idgen.") ? property : prefix + property));
        }
        Map<String, String> found = new HashMap<>();
        application
                .withBean("shared", LeaseStore.class, () -> leaseStore)
                .withPropertyValues(properties.toArray(String[]::new))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    List<String> names =
                            types(change).stream().map(TypicalProperties::name).toList();
                    found.putAll(leaseStore
                            .read("generators", names)
                            .toCompletableFuture()
                            .join()
                            .values());
                });
        return found;
    }

    @ParameterizedTest
    @FieldSource("CHANGES")
    void settingThatDecidesWhichIdsAreEqualIsStored(Change change) {
        Map<String, String> first = stored(change, change.first());
        Map<String, String> second = stored(change, change.second());
        assertThat(types(change)).isNotEmpty();
        for (GeneratorType type : types(change)) {
            String name = TypicalProperties.name(type);
            assertThat(Objects.equals(first.get(name), second.get(name)))
                    .as("%s: %s and %s", name, first.get(name), second.get(name))
                    .isEqualTo(!change.refused());
        }
    }

    @Test
    void eachSettingIsTried() throws IOException {
        String prefix = "idgen.generators.*.";
        Set<String> known = new TreeSet<>(OF_ONE_INSTANCE);
        CHANGES.forEach(change -> known.add(change.setting()));
        Set<String> all = Property.all().stream()
                .map(Property::name)
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(known).isEqualTo(all);
    }

    /** The others make ids that are unique whatever the settings are. */
    @Test
    void eachTypeIsStored() {
        Set<GeneratorType> unique = EnumSet.of(GeneratorType.UUID_V4, GeneratorType.EXISTING);
        Map<String, String> stored =
                stored(Change.harmless("acquire-timeout", "1s", "1s", GeneratorType.values()), "1s");
        Set<String> texts = new LinkedHashSet<>(stored.values());
        assertThat(texts).hasSize(GeneratorType.values().length - unique.size());
        for (GeneratorType type : EnumSet.complementOf(EnumSet.copyOf(unique))) {
            assertThat(stored.get(TypicalProperties.name(type))).startsWith("type=" + PropertyNames.of(type) + " ");
        }
    }

    // Refusals

    private static Throwable cause(AssertableApplicationContext refused) {
        return NestedExceptionUtils.getMostSpecificCause(Objects.requireNonNull(refused.getStartupFailure()));
    }

    private ApplicationContextRunner shop(LeaseStore leaseStore) {
        return TypicalApplication.inMemory()
                .withBean(
                        "shared",
                        LeaseStore.class,
                        () -> leaseStore,
                        definition -> definition.setDestroyMethodName(null))
                .withPropertyValues("idgen.namespace=shop", "idgen.generators.order.type=tsid");
    }

    @Test
    void applicationWithOtherNodeBitsBesideARunningOneIsRefused() {
        ApplicationContextRunner shop = shop(new InMemoryLeaseStore(TimeSource.system()));
        shop.run(running -> shop.withPropertyValues("idgen.generators.order.node-bits=8")
                .run(other -> assertThat(cause(other))
                        .isInstanceOf(NamespaceDisagreementException.class)
                        .hasMessageContainingAll(
                                "generator 'order' has fields '",
                                "node:10",
                                "in namespace 'shop', but '",
                                "node:8",
                                "Ids could be equal")));
    }

    @Test
    void applicationThatNamesTheFingerprintReplacesTheSetting() {
        ApplicationContextRunner shop = shop(new InMemoryLeaseStore(TimeSource.system()));
        shop.run(before -> {});
        ApplicationContextRunner changed = shop.withPropertyValues("idgen.generators.order.node-bits=8");
        StringBuilder fingerprint = new StringBuilder();
        changed.run(refused ->
                fingerprint.append(cause(refused).getMessage().replaceAll("(?s).*replaces' to '([0-9a-z]+)'.*", "$1")));
        changed.withPropertyValues("idgen.generators.order.replaces=" + fingerprint)
                .run(context -> assertThat(
                                context.getBean("order", LongIdGenerator.class).nextLong())
                        .isPositive());
        changed.run(context -> assertThat(context).hasNotFailed());
        shop.run(context -> assertThat(context).hasFailed());
    }

    @ParameterizedTest
    @EnumSource(GeneratorType.class)
    void applicationWithTheSameSettingsStarts(GeneratorType type) {
        LeaseStore leaseStore = new InMemoryLeaseStore(TimeSource.system());
        ApplicationContextRunner same = shop(leaseStore).withPropertyValues(TypicalProperties.of("order", type));
        same.run(one -> same.run(two -> assertThat(two).hasNotFailed()));
    }

    // Contexts of one application

    @Test
    void childContextSharesTheGeneratorsOfItsParent() {
        ApplicationContextRunner fixed = TypicalApplication.inMemory()
                .withPropertyValues(TypicalProperties.of("order", GeneratorType.SNOWFLAKE))
                .withPropertyValues("idgen.generators.order.node.id=1");
        fixed.run(parent -> fixed.withParent(parent).run(child -> {
            assertThat(child.getBean(IdGenerators.class)).isSameAs(parent.getBean(IdGenerators.class));
            assertThat(child.getBean("order")).isSameAs(parent.getBean("order"));
        }));
    }

    @Test
    void childContextWithAnotherGeneratorThanItsParentIsRefused() {
        ApplicationContextRunner fixed = TypicalApplication.inMemory()
                .withPropertyValues(TypicalProperties.of("order", GeneratorType.SNOWFLAKE));
        for (String other : List.of("idgen.generators.item.type=tsid", "idgen.generators.order.node.id=2")) {
            fixed.run(parent -> fixed.withParent(parent)
                    .withPropertyValues(other)
                    .run(child -> assertThat(cause(child))
                            .hasMessageContaining("a child context shares the generators of its parent")));
        }
    }
}
