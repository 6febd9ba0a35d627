/** Node ids: where they come from, and the port to the store that leases them. */
@NullMarked
package dev.idgen.internal.stamped.node;

import org.jspecify.annotations.NullMarked;
