/** Counters in a table of a database. */
@NullMarked
package dev.idgen.internal.store.jdbc;

import org.jspecify.annotations.NullMarked;
