/** A web application that issues and decodes ids. Starts its own Redis, unless one is configured. */
@NullMarked
package dev.idgen.samples.quickstart;

import org.jspecify.annotations.NullMarked;
