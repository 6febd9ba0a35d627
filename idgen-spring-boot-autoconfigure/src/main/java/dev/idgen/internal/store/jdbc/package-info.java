/** Counters, and leases of numbers and node ids, in tables of a database. */
@NullMarked
package dev.idgen.internal.store.jdbc;

import org.jspecify.annotations.NullMarked;
