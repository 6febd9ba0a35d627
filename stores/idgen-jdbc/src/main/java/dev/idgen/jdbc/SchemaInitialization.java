package dev.idgen.jdbc;

/** When idgen creates its tables. */
public enum SchemaInitialization {
    /** With the first request, in any database. */
    ALWAYS,
    /** With the first request if the database is H2. */
    EMBEDDED,
    /** By the application's migrations only. */
    NEVER
}
