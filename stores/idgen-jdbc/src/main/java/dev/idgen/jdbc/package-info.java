/** Counters, and leases of numbers and node ids, in tables of a database. */
@NullMarked
package dev.idgen.jdbc;

import org.jspecify.annotations.NullMarked;
