package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.autoconfigure.IdgenProperties.Store;
import dev.idgen.autoconfigure.StoreConnection.Choice;
import dev.idgen.internal.codec.PropertyNames;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/** Determines which store records leases, and checks that one bean qualifies as its connection. */
final class LeasingStore {

    static final String PROPERTY = "idgen.store";

    private LeasingStore() {}

    /**
     * The store that {@value #PROPERTY} names; if it is not set, Redis if there is one, else the database. Null if the
     * property has an unknown value.
     */
    static @Nullable Store of(ConfigurableListableBeanFactory beans, Environment environment) {
        if (environment.getProperty(PROPERTY) != null) {
            return named(environment).orElse(null);
        }
        return StoreConnection.REDIS.choice(beans, environment).equals(Choice.NONE) ? Store.JDBC : Store.REDIS;
    }

    /** The store that the property names; empty if it is not set or unknown. */
    static Optional<Store> named(Environment environment) {
        return PropertyNames.parse(Store.class, environment.getProperty(PROPERTY, ""));
    }

    /**
     * Checks the configured connections, even if nothing uses the store. With store {@code memory}, it checks nothing.
     *
     * @throws InvalidSettingException if the application chooses a connection that does not exist or is ambiguous
     */
    static void check(ConfigurableListableBeanFactory beans, Environment environment) {
        Store store = named(environment).orElse(null);
        if (store == Store.MEMORY) {
            return;
        }
        for (StoreConnection connection : StoreConnection.values()) {
            Choice choice = connection.choice(beans, environment);
            InvalidSettingException problem = choice.problem();
            if (connection.isUsed(store) && choice.isMistake() && problem != null) {
                throw problem;
            }
        }
    }

    /**
     * Why no single bean qualifies as the connection for leases; null if one does, or if there is none at all.
     *
     * @param leasing the store for leases; if null, Redis if there is one, else the database
     */
    static @Nullable InvalidSettingException problem(
            @Nullable Store leasing, ConfigurableListableBeanFactory beans, Environment environment) {
        if (leasing == Store.MEMORY) {
            return null;
        }
        Choice redis = leasing == Store.JDBC ? Choice.NONE : StoreConnection.REDIS.choice(beans, environment);
        return leasing == Store.REDIS || !redis.equals(Choice.NONE)
                ? redis.problem()
                : StoreConnection.DATABASE.choice(beans, environment).problem();
    }

    /**
     * Refuses to start if an ahead-of-time build used another store. Such a build fixes the beans, so Spring would
     * ignore the new value.
     *
     * @param built the store that the build used
     */
    static BeanFactoryPostProcessor checkBuilt(Store built, Environment environment) {
        return beans -> {
            if (AotDetector.useGeneratedArtifacts() && of(beans, environment) != built) {
                String set = environment.getProperty(PROPERTY);
                String name = PropertyNames.of(built);
                throw new InvalidSettingException(
                        PROPERTY,
                        "is " + (set == null ? "not set" : "'" + set + "'")
                                + ", but this application was built ahead of time with '" + name + "'",
                        "Set '" + PROPERTY + "' to '" + name
                                + "', or build the application again with the other store.");
            }
        };
    }
}
