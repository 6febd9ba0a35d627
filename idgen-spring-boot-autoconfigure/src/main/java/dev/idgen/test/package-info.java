/**
 * What an application's own tests use.
 */
@NullMarked
package dev.idgen.test;

import org.jspecify.annotations.NullMarked;
