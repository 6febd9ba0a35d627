/** Clocks and windows; the only place where clocks are read. */
@NullMarked
package dev.idgen.internal.time;

import org.jspecify.annotations.NullMarked;
