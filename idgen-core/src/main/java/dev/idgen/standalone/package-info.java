/** Generators made in code, for programs and unit tests without Spring. */
@NullMarked
package dev.idgen.standalone;

import org.jspecify.annotations.NullMarked;
