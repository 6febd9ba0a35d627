/** Looks, when the application starts, at what a store's settings put at risk, and says it before it happens. */
@NullMarked
package dev.idgen.internal.doctor;

import org.jspecify.annotations.NullMarked;
