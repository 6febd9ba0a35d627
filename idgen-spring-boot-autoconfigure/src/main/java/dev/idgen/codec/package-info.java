/**
 * Text and number forms that ids are written in: numbers as text, timestamp prefix, padded decimal, scramble, and keyed
 * pseudo-random bits. Pure functions; may use layout.
 */
@NullMarked
package dev.idgen.codec;

import org.jspecify.annotations.NullMarked;
