/**
 * What an application's own tests use. May use Spring's test support.
 */
@NullMarked
package dev.idgen.test;

import org.jspecify.annotations.NullMarked;
