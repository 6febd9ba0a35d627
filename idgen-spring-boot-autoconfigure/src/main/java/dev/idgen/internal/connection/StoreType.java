package dev.idgen.internal.connection;

/** Where idgen records leases. */
public enum StoreType {
    /** The Redis of the application's connection factory. */
    REDIS,
    /** The database of the application's data source. */
    JDBC,
    /** The memory of this process, for development and tests. */
    MEMORY
}
