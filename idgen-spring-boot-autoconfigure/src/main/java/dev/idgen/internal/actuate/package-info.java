/** Health, metrics and an endpoint for operators, from what generators say of themselves. */
@NullMarked
package dev.idgen.internal.actuate;

import org.jspecify.annotations.NullMarked;
