/** Node ids: where they come from, and the rules by which a register leases them. */
@NullMarked
package dev.idgen.internal.stamped.node;

import org.jspecify.annotations.NullMarked;
