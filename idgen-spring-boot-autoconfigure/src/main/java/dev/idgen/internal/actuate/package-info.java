/** What operators get to see: health, metrics and an endpoint, from what generators say of themselves. */
@NullMarked
package dev.idgen.internal.actuate;

import org.jspecify.annotations.NullMarked;
