package dev.idgen.internal.generator;

/**
 * The stores of idgen's own that numbers are counted in; the first that the application has is used unless another is
 * configured.
 */
public enum CounterStoreType {
    /** The Redis that the application's connection factory reaches. */
    REDIS(
            CounterStoreType.REDIS_BEAN,
            "a RedisConnectionFactory, one only or one that is chosen: 'spring-boot-starter-data-redis'"),
    /** A table in the database of the application's data source. */
    JDBC(
            CounterStoreType.JDBC_BEAN,
            "a DataSource, one only or one that is chosen, and spring-jdbc: 'spring-boot-starter-jdbc'"),
    /** A collection in the application's MongoDB. */
    MONGODB(CounterStoreType.MONGODB_BEAN, "MongoOperations, one only or primary: 'spring-boot-starter-data-mongodb'"),
    /** This process's memory: for development and tests. */
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

    /** What has to be there for it, and where that comes from, as the end of a sentence. */
    String needs() {
        return needs;
    }

    /** The name of the store's bean. */
    String beanName() {
        return beanName;
    }
}
