/** Figures and facts for operators, and objects that restart while their figures continue. */
@NullMarked
package dev.idgen.internal.monitor;

import org.jspecify.annotations.NullMarked;
