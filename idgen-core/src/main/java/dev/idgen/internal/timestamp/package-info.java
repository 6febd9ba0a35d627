/** Ids with a timestamp: schemes as declarations, and the stamping of their ids. */
@NullMarked
package dev.idgen.internal.timestamp;

import org.jspecify.annotations.NullMarked;
