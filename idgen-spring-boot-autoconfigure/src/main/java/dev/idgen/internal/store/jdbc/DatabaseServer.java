package dev.idgen.internal.store.jdbc;

/**
 * What a database says of itself.
 *
 * @param run changes whenever writes may have been lost: with each start of the server and with another server, and, except in H2,
 *     where a table with leases was made anew; never empty
 * @param clock its clock, in epoch milliseconds
 */
record DatabaseServer(String run, long clock) {}
