/**
 * Finds mistakes in an application's settings, and explains why the application does not start.
 */
@NullMarked
package dev.idgen.internal.mistake;

import org.jspecify.annotations.NullMarked;
