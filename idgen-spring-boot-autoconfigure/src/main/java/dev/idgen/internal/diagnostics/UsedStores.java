package dev.idgen.internal.diagnostics;

import dev.idgen.IdService;
import dev.idgen.LeaseStore;
import dev.idgen.internal.connection.DataSourceAddress;
import dev.idgen.internal.connection.StoreConnection;
import dev.idgen.internal.connection.Stores;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.redis.ScriptRunner;
import dev.idgen.store.StoreUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Tells which leases and counters idgen keeps in which store, and logs it once all beans exist. Stores are named as in
 * {@code idgen.store}. Two applications whose lines differ in address, database or namespace do not share a sequence.
 * With lazy initialization, logs nothing if no generator exists yet.
 */
public record UsedStores(
        ConfigurableListableBeanFactory beans,
        Stores stores,
        String namespace,
        Region region,
        Duration sequenceLeaseTtl,
        Duration nodeLeaseTtl)
        implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(UsedStores.class);

    /** Creates the generators and what they need. */
    public StoreUse useOf(String store) {
        ConfiguredGenerators generators = beans.getBean(ConfiguredGenerators.class);
        List<String> counters = generators.counted().users().getOrDefault(store, List.of());
        return new StoreUse(!leases(store).isEmpty(), counters);
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!beans.containsSingleton(ConfiguredGenerators.BEAN)) {
            return;
        }
        Set<String> names = new LinkedHashSet<>();
        LeaseStore leaseStore = register();
        if (leaseStore != null) {
            names.add(leaseStore.name());
        }
        names.addAll(beans.getBean(ConfiguredGenerators.class).counted().users().keySet());
        StringJoiner all = new StringJoiner("; ");
        for (String name : names) {
            List<String> kept = leases(name);
            List<String> counters = useOf(name).counters();
            if (!counters.isEmpty()) {
                kept.add("counters " + counters);
            }
            if (!kept.isEmpty()) {
                all.add(String.join(", ", kept) + " in " + place(name));
            }
        }
        if (all.length() > 0) {
            log.info("idgen namespace '{}', region {}: {}", namespace, region, all);
        }
    }

    private List<String> leases(String store) {
        LeaseStore leaseStore = register();
        List<String> leases = new ArrayList<>();
        if (leaseStore != null && leaseStore.name().equals(store)) {
            if (beans.getBeanProvider(IdService.class).getIfUnique() instanceof StringIdService) {
                leases.add("string ids with lease-ttl " + text(sequenceLeaseTtl));
            }
            if (beans.getBean(ConfiguredGenerators.class).leasesNodeIds()) {
                leases.add("node ids with lease-ttl " + text(nodeLeaseTtl));
            }
        }
        return leases;
    }

    private @Nullable LeaseStore register() {
        return beans.getBeanProvider(LeaseStore.class).getIfUnique();
    }

    private String place(String store) {
        return switch (store) {
            case "redis" ->
                beans.getBeanProvider(ScriptRunner.class).stream()
                        .findFirst()
                        .map(ScriptRunner::place)
                        .orElse(store);
            case "jdbc" ->
                Optional.ofNullable(stores.choice(StoreConnection.DATABASE).bean())
                        .flatMap(bean -> DataSourceAddress.of(beans.getBean(bean, DataSource.class)))
                        .orElse(store);
            case "own" -> "a store of the application's own";
            default -> store;
        };
    }

    private static String text(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}
