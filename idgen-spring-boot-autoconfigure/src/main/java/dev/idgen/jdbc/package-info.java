/** Counters in a database table, by nothing but JDBC. May use time, counter and request. */
@NullMarked
package dev.idgen.jdbc;

import org.jspecify.annotations.NullMarked;
