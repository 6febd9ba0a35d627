/** Answers which store records leases, and which beans lead to stores. */
@NullMarked
package dev.idgen.internal.connection;

import org.jspecify.annotations.NullMarked;
