/**
 * Declarations of the id schemes: how parts become an id and an id its parts. May use every package without Spring.
 */
@NullMarked
package dev.idgen.scheme;

import org.jspecify.annotations.NullMarked;
