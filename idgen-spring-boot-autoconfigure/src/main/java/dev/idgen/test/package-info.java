/**
 * Annotations for an application's own tests.
 */
@NullMarked
package dev.idgen.test;

import org.jspecify.annotations.NullMarked;
