package dev.idgen.internal.generator;

/** idgen's own counter stores. Unless one is configured, idgen uses the first that the application has. */
public enum CounterStoreType {
    /** The Redis of the application's connection factory. */
    REDIS(CounterStoreType.REDIS_BEAN, "a RedisConnectionFactory (single or chosen): 'spring-boot-starter-data-redis'"),
    /** A table in the database of the application's data source. */
    JDBC(CounterStoreType.JDBC_BEAN, "a DataSource (single or chosen) and spring-jdbc: 'spring-boot-starter-jdbc'"),
    /** A collection in the application's MongoDB. */
    MONGODB(
            CounterStoreType.MONGODB_BEAN,
            "MongoOperations (a single or primary bean): 'spring-boot-starter-data-mongodb'"),
    /** The memory of this process, for development and tests. */
    MEMORY(CounterStoreType.MEMORY_BEAN, "'idgen.store' to be 'memory'");

    public static final String REDIS_BEAN = "idgenRedisCounterStore";
    public static final String JDBC_BEAN = "idgenJdbcCounterStore";
    public static final String MONGODB_BEAN = "idgenMongoCounterStore";
    public static final String MEMORY_BEAN = "idgenMemoryCounterStore";

    private final String beanName;
    private final String needs;

    CounterStoreType(String beanName, String needs) {
        this.beanName = beanName;
        this.needs = needs;
    }

    /** What the application must have for this store, as the end of a sentence. */
    String needs() {
        return needs;
    }

    String beanName() {
        return beanName;
    }
}
