/**
 * Text and number forms that ids are written in: timestamp prefix, padded decimal, scramble. Pure functions; depends on
 * the JDK only.
 */
@NullMarked
package dev.idgen.codec;

import org.jspecify.annotations.NullMarked;
