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

/** Where leases are recorded, and whether it is clear through which bean. */
final class LeasingStore {

    static final String PROPERTY = "idgen.store";

    private LeasingStore() {}

    /**
     * As {@value #PROPERTY} says, else in Redis if there is one, else in the database; null if the property has another
     * value.
     */
    static @Nullable Store of(ConfigurableListableBeanFactory beans, Environment environment) {
        if (environment.getProperty(PROPERTY) != null) {
            return named(environment).orElse(null);
        }
        return StoreConnection.REDIS.choice(beans, environment).equals(Choice.NONE) ? Store.JDBC : Store.REDIS;
    }

    /** The one that the property names; empty if it is not set, or has another value. */
    static Optional<Store> named(Environment environment) {
        return PropertyNames.parse(Store.class, environment.getProperty(PROPERTY, ""));
    }

    /**
     * Looks for connections that are chosen wrongly, whether or not anything needs the store. Not where ids are in
     * memory.
     *
     * @throws InvalidSettingException if one is
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
     * Why it is not clear through which bean leases are recorded; null if it is, or if there is none.
     *
     * @param leasing where leases are to be recorded; if null in Redis, or in the database if there is no Redis
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
     * Keeps an application from starting if the store is no longer what it was when the application was built ahead of
     * time: the build settles which beans there are, so that another value would be ignored.
     *
     * @param built the store whose beans there are
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
