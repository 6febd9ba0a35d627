package dev.idgen.autoconfigure;

import dev.idgen.Claim;
import dev.idgen.CounterStore;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.KeyTemplates;
import dev.idgen.LeaseStore;
import dev.idgen.internal.actuate.MonitoredBeans;
import dev.idgen.internal.connection.StoreType;
import dev.idgen.internal.connection.Stores;
import dev.idgen.internal.diagnostics.UsedStores;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.CounterGenerators;
import dev.idgen.internal.generator.CounterStoreChoice;
import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.generator.CounterTypes;
import dev.idgen.internal.generator.NodeChoice;
import dev.idgen.internal.generator.TimestampGenerators;
import dev.idgen.internal.lease.Agreement;
import dev.idgen.internal.storecheck.StoreCheckRunner;
import dev.idgen.internal.time.TimeSource;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/**
 * Provides each generator under {@code idgen.generators} as a bean of its name, and all of them in {@link
 * IdGenerators}.
 */
@AutoConfiguration(after = IdgenAutoConfiguration.class)
@Conditional(OnEnabled.class)
@Import({GeneratorBeans.class, IdgenLifecycle.class})
public final class IdgenGeneratorsAutoConfiguration {

    @Bean
    @Lazy
    MonitoredBeans idgenParts(
            ObjectProvider<IdService> strings,
            ObjectProvider<IdGenerators> generators,
            ObjectProvider<StoreCheckRunner> storeChecks,
            ObjectProvider<LeaseStore> registers,
            IdgenProperties properties,
            TimeSource time) {
        LeaseStore store = registers.getIfUnique();
        return new MonitoredBeans(
                strings.getIfUnique(),
                generators.getIfUnique(),
                storeChecks.orderedStream().toList(),
                properties.share().toString(),
                store == null ? null : store.name(),
                time);
    }

    /** A child context shares the generators of its parent, because two of one node id would issue equal ids. */
    @Bean(name = ConfiguredGenerators.BEAN, destroyMethod = "close")
    @ConditionalOnMissingBean
    ConfiguredGenerators idgenGenerators(
            IdgenProperties properties,
            ObjectProvider<LeaseStore> registers,
            Map<String, CounterStore> counterStores,
            ObjectProvider<Claim> claim,
            ObjectProvider<KeyTemplates> templates,
            TimeSource time,
            IdgenLifecycle lifecycle,
            Stores stores,
            ConfigurableListableBeanFactory beans) {
        StoreType chosen = stores.chosen();
        LeaseStore leaseStore = registers.getIfUnique();
        NodeChoice nodes = new NodeChoice(
                properties.node().asDefault(),
                properties.nodeSettings(),
                properties.share(),
                leaseStore,
                stores::problem,
                time);
        CounterGenerators counted = new CounterGenerators(
                new CounterStoreChoice(
                        counterStores,
                        chosen == null ? null : CounterStoreType.valueOf(chosen.name()),
                        stores::problem),
                new CounterTypes(
                        properties.share(),
                        DevtoolsRestarts.isRestarted(beans.getBeanClassLoader()),
                        templates.getIfUnique()),
                properties.counter().requestTimeout(),
                claim.getIfUnique(),
                time);
        return lifecycle.add(
                new ConfiguredGenerators(
                        properties.generators(),
                        new TimestampGenerators(properties.namespace(), nodes, time),
                        counted,
                        leaseStore == null
                                ? null
                                : compared -> new Agreement(properties.namespace(), leaseStore, time, compared)),
                ConfiguredGenerators::start,
                ConfiguredGenerators::awaitStore,
                ConfiguredGenerators::stop);
    }

    @Bean
    UsedStores idgenUsedStores(ConfigurableListableBeanFactory beans, Stores stores, IdgenProperties properties) {
        return new UsedStores(
                beans,
                stores,
                properties.namespace(),
                properties.share(),
                properties.sequenceLeaseTtl(),
                properties.nodeLeaseTtl());
    }
}
