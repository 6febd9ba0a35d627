package dev.idgen.internal.connection;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.connection.StoreConnection.Choice;
import dev.idgen.internal.generator.CounterStoreType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Answers which store records leases, and which beans lead to stores. Conditions, beans, messages and the check of an
 * ahead-of-time build ask here. Looks at definitions only, so that it creates no bean.
 */
public final class Stores {

    public static final String PROPERTY = "idgen.store";

    /** Each starter has a file of this prefix and its name. */
    public static final String STARTER = "META-INF/idgen/";

    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;
    private final Class<?> points;
    private final @Nullable String written;

    /** Whether only idgen's starter for databases is there, and no property decides. */
    private final boolean isForDatabases;

    /** Each choice looks at all beans. */
    private final Map<StoreConnection, Choice> choices = new ConcurrentHashMap<>();

    /** @param points the injection points that {@link StoreConnection} compares beans with */
    public Stores(ConfigurableListableBeanFactory beans, Environment environment, Class<?> points) {
        this.beans = beans;
        this.environment = environment;
        this.points = points;
        this.written = environment.getProperty(PROPERTY);
        this.isForDatabases = written == null && has("starter-jdbc") && !has("starter");
    }

    private boolean has(String starter) {
        ClassLoader loader = beans.getBeanClassLoader();
        return loader != null && loader.getResource(STARTER + starter) != null;
    }

    /** The value of {@value #PROPERTY}; null if it is not set. */
    public @Nullable String written() {
        return written;
    }

    /**
     * The store that the application chooses, by the property or by having only the starter for databases; null if it
     * chooses none, or one that idgen does not know.
     */
    public @Nullable StoreType chosen() {
        if (written == null) {
            return isForDatabases ? StoreType.JDBC : null;
        }
        return PropertyNames.parse(StoreType.class, written).orElse(null);
    }

    /**
     * The store that records leases: the chosen one, else Redis if there is one, else the database. Null if idgen does
     * not know the chosen one.
     */
    public @Nullable StoreType leasing() {
        StoreType chosen = chosen();
        return written != null || chosen != null
                ? chosen
                : choice(StoreConnection.REDIS).isNone() ? StoreType.JDBC : StoreType.REDIS;
    }

    /** Whether idgen may use Redis at all. Counters may be in the database whichever store records leases. */
    public boolean usesRedis() {
        return leasing() == StoreType.REDIS;
    }

    public Choice choice(StoreConnection connection) {
        return choices.computeIfAbsent(connection, one -> one.choice(beans, environment, points));
    }

    /** Whether there is a bean that leads to the database. */
    public boolean hasDatabase() {
        return choice(StoreConnection.DATABASE).bean() != null;
    }

    /**
     * Returns the bean.
     *
     * @throws InvalidSettingException if no single bean qualifies
     * @throws NoSuchBeanDefinitionException if there is none
     */
    public <T> T connection(StoreConnection connection, Class<T> type) {
        Choice choice = choice(connection);
        InvalidSettingException problem = choice.problem();
        if (problem != null) {
            throw problem;
        }
        if (choice.bean() == null) {
            throw new NoSuchBeanDefinitionException(type);
        }
        return beans.getBean(choice.bean(), type);
    }

    /** Why no single bean qualifies as the connection for leases; null if one does, or if there is none at all. */
    public @Nullable InvalidSettingException problem() {
        StoreType leasing = leasing();
        return leasing == null ? null : problem(CounterStoreType.valueOf(leasing.name()));
    }

    /** Why no single bean qualifies as a store's connection; null if one does, or if there is none at all. */
    public @Nullable InvalidSettingException problem(CounterStoreType store) {
        return switch (store) {
            case REDIS -> usesRedis() ? choice(StoreConnection.REDIS).problem() : null;
            case JDBC -> choice(StoreConnection.DATABASE).problem();
            case MONGODB, MEMORY -> null;
        };
    }

    /**
     * Checks the configured connections, even if nothing uses the store. With store {@code memory}, it checks nothing.
     *
     * @throws InvalidSettingException if the application chooses a connection that does not exist or is ambiguous
     */
    public void check() {
        for (StoreConnection connection : StoreConnection.values()) {
            boolean used = chosen() != StoreType.MEMORY && (connection == StoreConnection.DATABASE || usesRedis());
            Choice choice = choice(connection);
            InvalidSettingException problem = choice.problem();
            if (used && choice.isMistake() && problem != null) {
                throw problem;
            }
        }
    }

    /**
     * Refuses to start if an ahead-of-time build used another store. Such a build fixes the beans, so Spring would
     * ignore the new value.
     *
     * @param built the store that the build used
     */
    public void checkBuilt(StoreType built) {
        if (AotDetector.useGeneratedArtifacts() && leasing() != built) {
            String name = PropertyNames.of(built);
            throw new InvalidSettingException(
                    PROPERTY,
                    "is " + (written == null ? "not set" : "'" + written + "'")
                            + ", but this application was built ahead of time with '" + name + "'",
                    "Set '" + PROPERTY + "' to '" + name + "', or build the application again with the other store.");
        }
    }

    @Override
    public String toString() {
        return "leases in " + leasing() + ", " + choice(StoreConnection.REDIS) + ", "
                + choice(StoreConnection.DATABASE);
    }
}
