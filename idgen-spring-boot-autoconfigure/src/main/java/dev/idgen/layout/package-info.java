/**
 * Pure arithmetic: which bits of an id hold which value. Uses the JDK only.
 */
@NullMarked
package dev.idgen.layout;

import org.jspecify.annotations.NullMarked;
