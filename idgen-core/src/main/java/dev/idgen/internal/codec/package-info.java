/**
 * Pure functions of strings and bits: layouts, numbers as strings, the timestamp prefix, scrambling, keyed random bits.
 */
@NullMarked
package dev.idgen.internal.codec;

import org.jspecify.annotations.NullMarked;
