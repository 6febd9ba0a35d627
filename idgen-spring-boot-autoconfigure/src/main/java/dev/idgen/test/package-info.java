/** Annotations for your tests. */
@NullMarked
package dev.idgen.test;

import org.jspecify.annotations.NullMarked;
