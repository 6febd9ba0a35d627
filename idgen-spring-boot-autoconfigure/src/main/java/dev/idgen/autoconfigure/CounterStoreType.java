package dev.idgen.autoconfigure;

/** Where numbers are counted; the first that the application has is used unless another is configured. */
public enum CounterStoreType {
    /** The Redis that the application's connection factory reaches. */
    REDIS(CounterStoreType.REDIS_BEAN),
    /** A table in the database of the application's data source. */
    JDBC(CounterStoreType.JDBC_BEAN),
    /** A collection in the application's MongoDB. */
    MONGODB(CounterStoreType.MONGODB_BEAN),
    /** This process's memory: for development and tests. */
    MEMORY(CounterStoreType.MEMORY_BEAN);

    static final String REDIS_BEAN = "idgenRedisCounterStore";
    static final String JDBC_BEAN = "idgenJdbcCounterStore";
    static final String MONGODB_BEAN = "idgenMongoCounterStore";
    static final String MEMORY_BEAN = "idgenMemoryCounterStore";

    private final String beanName;

    CounterStoreType(String beanName) {
        this.beanName = beanName;
    }

    /** The name of the store's bean. */
    String beanName() {
        return beanName;
    }
}
