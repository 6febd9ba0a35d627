package dev.idgen.autoconfigure;

import org.jspecify.annotations.Nullable;

/** Where numbers are counted; the first that the application has is used unless another is configured. */
public enum CounterStoreType {
    /** The Redis that the application's connection factory reaches. */
    REDIS(
            CounterStoreType.REDIS_BEAN,
            "a RedisConnectionFactory, one only or one that is chosen: 'spring-boot-starter-data-redis'",
            StoreConnection.REDIS),
    /** A table in the database of the application's data source. */
    JDBC(
            CounterStoreType.JDBC_BEAN,
            "a DataSource, one only or one that is chosen, and spring-jdbc: 'spring-boot-starter-jdbc'",
            StoreConnection.DATABASE),
    /** A collection in the application's MongoDB. */
    MONGODB(
            CounterStoreType.MONGODB_BEAN,
            "MongoOperations, one only or primary: 'spring-boot-starter-data-mongodb'",
            null),
    /** This process's memory: for development and tests. */
    MEMORY(CounterStoreType.MEMORY_BEAN, "'idgen.store' to be 'memory'", null);

    static final String REDIS_BEAN = "idgenRedisCounterStore";
    static final String JDBC_BEAN = "idgenJdbcCounterStore";
    static final String MONGODB_BEAN = "idgenMongoCounterStore";
    static final String MEMORY_BEAN = "idgenMemoryCounterStore";

    private final String beanName;
    private final String needs;
    private final @Nullable StoreConnection connection;

    CounterStoreType(String beanName, String needs, @Nullable StoreConnection connection) {
        this.beanName = beanName;
        this.needs = needs;
        this.connection = connection;
    }

    /** What has to be there for it, and where that comes from, as the end of a sentence. */
    String needs() {
        return needs;
    }

    /** What it is reached through, if an application can choose that. */
    @Nullable
    StoreConnection connection() {
        return connection;
    }

    /** The name of the store's bean. */
    String beanName() {
        return beanName;
    }
}
