/**
 * Arithmetic of strings and bits: layouts, numbers as text, the timestamp prefix, scrambling, keyed random bits. Pure
 * functions.
 */
@NullMarked
package dev.idgen.internal.codec;

import org.jspecify.annotations.NullMarked;
