/** Creates the configured generators: the table of their types, the choice of node ids and of counter stores. */
@NullMarked
package dev.idgen.internal.generator;

import org.jspecify.annotations.NullMarked;
