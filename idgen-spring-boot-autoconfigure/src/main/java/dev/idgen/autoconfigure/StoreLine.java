package dev.idgen.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Logs which stores idgen uses and for what, once all beans exist. Two applications whose lines differ in address,
 * database or namespace do not share a sequence. With lazy initialization, logs nothing if no generator exists yet.
 */
final class StoreLine implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(StoreLine.class);

    private final ConfigurableListableBeanFactory beans;
    private final IdgenProperties properties;
    private final UnaryOperator<String> places;

    /** @param places returns the readable address of a store of a name */
    StoreLine(ConfigurableListableBeanFactory beans, IdgenProperties properties, UnaryOperator<String> places) {
        this.beans = beans;
        this.properties = properties;
        this.places = places;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (beans.containsSingleton(GeneratorBeans.GENERATORS)) {
            UsedStores stores = beans.getBean(UsedStores.class);
            StringJoiner all = new StringJoiner("; ");
            stores.names()
                    .forEach(name -> all.add(String.join(", ", kept(stores, name)) + " in " + places.apply(name)));
            if (all.length() > 0) {
                log.info("idgen namespace '{}', region {}: {}", properties.namespace(), properties.share(), all);
            }
        }
    }

    private List<String> kept(UsedStores stores, String name) {
        List<String> kept = new ArrayList<>();
        if (stores.leasesNumbers(name)) {
            kept.add("string ids with lease-ttl " + text(properties.sequence().leaseTtl()));
        }
        if (stores.leasesNodeIds(name)) {
            kept.add("node ids with lease-ttl " + text(properties.node().leaseTtl()));
        }
        List<String> counters = stores.useOf(name).counters();
        if (!counters.isEmpty()) {
            kept.add("counters " + counters);
        }
        return kept;
    }

    private static String text(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}
