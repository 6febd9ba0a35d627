/** Clocks and windows. No other package reads clocks. */
@NullMarked
package dev.idgen.internal.time;

import org.jspecify.annotations.NullMarked;
