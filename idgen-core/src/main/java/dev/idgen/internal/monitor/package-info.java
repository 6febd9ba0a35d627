/**
 * Figures and facts that operators may see of the library while it runs, and the restart of parts whose figures go on.
 */
@NullMarked
package dev.idgen.internal.monitor;

import org.jspecify.annotations.NullMarked;
