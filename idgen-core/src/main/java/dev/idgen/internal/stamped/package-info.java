/** Ids with a timestamp: schemes as declarations, and the stamping of their ids. */
@NullMarked
package dev.idgen.internal.stamped;

import org.jspecify.annotations.NullMarked;
