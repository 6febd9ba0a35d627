/** Figures and facts that operators may see of the library while it runs. */
@NullMarked
package dev.idgen.internal.monitor;

import org.jspecify.annotations.NullMarked;
