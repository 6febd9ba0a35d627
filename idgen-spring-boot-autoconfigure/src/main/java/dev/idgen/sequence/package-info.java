/**
 * The one piece of mutable state behind all schemes with a timestamp: numbers within ticks. Uses the JDK only.
 */
@NullMarked
package dev.idgen.sequence;

import org.jspecify.annotations.NullMarked;
