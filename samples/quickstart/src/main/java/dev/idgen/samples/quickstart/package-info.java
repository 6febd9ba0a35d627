/** Smallest web application that hands out ids. */
@NullMarked
package dev.idgen.samples.quickstart;

import org.jspecify.annotations.NullMarked;
