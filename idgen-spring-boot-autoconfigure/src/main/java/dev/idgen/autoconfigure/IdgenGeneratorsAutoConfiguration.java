package dev.idgen.autoconfigure;

import dev.idgen.Claim;
import dev.idgen.CounterStore;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenProperties.Store;
import dev.idgen.internal.actuate.MonitoredBeans;
import dev.idgen.internal.doctor.Doctor;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.CountedGenerators;
import dev.idgen.internal.generator.CounterStoreChoice;
import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.generator.NodeChoice;
import dev.idgen.internal.generator.StampedGenerators;
import dev.idgen.internal.generator.StoredMasks;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.store.redis.ScriptRunner;
import dev.idgen.internal.time.TimeSource;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Provides each generator under {@code idgen.generators} as a bean of its name, and all of them in {@link
 * IdGenerators}.
 */
@AutoConfiguration(after = IdgenAutoConfiguration.class)
@Conditional(OnEnabled.class)
@Import({GeneratorBeans.class, IdgenLifecycle.class})
public final class IdgenGeneratorsAutoConfiguration {

    /** The stores whose connection bean an application can choose. */
    private static final Map<CounterStoreType, StoreConnection> CONNECTIONS =
            Map.of(CounterStoreType.REDIS, StoreConnection.REDIS, CounterStoreType.JDBC, StoreConnection.DATABASE);

    @Bean
    @Lazy
    MonitoredBeans idgenParts(
            ObjectProvider<IdService> strings,
            ObjectProvider<IdGenerators> generators,
            ObjectProvider<Doctor> doctors,
            ObjectProvider<Register> registers,
            IdgenProperties properties,
            TimeSource time) {
        Register store = registers.getIfUnique();
        return new MonitoredBeans(
                strings.getIfUnique(),
                generators.getIfUnique(),
                doctors.orderedStream().toList(),
                properties.share().toString(),
                store == null ? null : store.name(),
                time);
    }

    @Bean(name = GeneratorBeans.GENERATORS, destroyMethod = "close")
    ConfiguredGenerators idgenGenerators(
            IdgenProperties properties,
            ObjectProvider<Register> registers,
            Map<String, CounterStore> counterStores,
            ObjectProvider<Claim> claim,
            TimeSource time,
            IdgenLifecycle lifecycle,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        Store leasing = properties.store();
        NodeChoice nodes = new NodeChoice(
                properties.node().asDefault(),
                properties.nodeSettings(),
                properties.share(),
                registers::getIfUnique,
                () -> LeasingStore.problem(leasing, beans, environment),
                time);
        CountedGenerators counted = new CountedGenerators(
                new CounterStoreChoice(
                        counterStores,
                        leasing == null ? null : CounterStoreType.valueOf(leasing.name()),
                        type -> Optional.ofNullable(CONNECTIONS.get(type))
                                .filter(connection -> connection.isUsed(leasing))
                                .map(connection ->
                                        connection.choice(beans, environment).problem())
                                .orElse(null)),
                properties.share(),
                properties.counter().requestTimeout(),
                claim.getIfUnique(),
                time,
                DevtoolsRestarts.isRestarted(beans.getBeanClassLoader()));
        return lifecycle.add(
                new ConfiguredGenerators(
                        properties.generators(),
                        new StampedGenerators(properties.namespace(), nodes, time),
                        counted,
                        new StoredMasks(properties.namespace(), registers::getIfUnique, time)),
                ConfiguredGenerators::start,
                ConfiguredGenerators::awaitStore,
                ConfiguredGenerators::stop);
    }

    @Bean
    @Lazy
    UsedStores idgenUsedStores(
            ObjectProvider<IdService> strings, ObjectProvider<Register> registers, ConfiguredGenerators generators) {
        return new UsedStores(strings.getIfUnique(), registers.getIfUnique(), generators);
    }

    @Bean
    StoreLine idgenStoreLine(
            ConfigurableListableBeanFactory beans, Environment environment, IdgenProperties properties) {
        return new StoreLine(beans, properties, store -> switch (store) {
            case "redis" ->
                beans.getBeanProvider(ScriptRunner.class).stream()
                        .findFirst()
                        .map(ScriptRunner::place)
                        .orElse(store);
            case "jdbc" ->
                Optional.ofNullable(StoreConnection.DATABASE
                                .choice(beans, environment)
                                .bean())
                        .flatMap(bean -> DataSourceAddress.of(beans.getBean(bean, DataSource.class)))
                        .orElse(store);
            case "own" -> "a store of the application's own";
            default -> store;
        });
    }
}
