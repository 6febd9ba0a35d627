/**
 * Public API: what an application injects, calls and catches. Depends on the JDK only.
 */
@NullMarked
package dev.idgen;

import org.jspecify.annotations.NullMarked;
