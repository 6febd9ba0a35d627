/** Finds mistakes in an application's settings, and explains failures to start. */
@NullMarked
package dev.idgen.internal.mistake;

import org.jspecify.annotations.NullMarked;
