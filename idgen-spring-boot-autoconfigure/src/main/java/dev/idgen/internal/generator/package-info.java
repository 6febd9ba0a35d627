/**
 * Makes the generators that properties describe: the table of their types, where their node ids come from, and which
 * store counts.
 */
@NullMarked
package dev.idgen.internal.generator;

import org.jspecify.annotations.NullMarked;
