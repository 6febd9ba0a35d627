/** Sentences for users: mistakes in properties, why an application does not start, and which stores it uses. */
@NullMarked
package dev.idgen.internal.diagnostics;

import org.jspecify.annotations.NullMarked;
