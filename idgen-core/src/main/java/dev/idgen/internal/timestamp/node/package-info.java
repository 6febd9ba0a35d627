/** Node ids: where they come from, and the rules by which a lease store grants them. */
@NullMarked
package dev.idgen.internal.timestamp.node;

import org.jspecify.annotations.NullMarked;
