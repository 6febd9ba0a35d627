/** Health, metrics and an endpoint for operators. */
@NullMarked
package dev.idgen.internal.actuate;

import org.jspecify.annotations.NullMarked;
