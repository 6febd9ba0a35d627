/** The browser that the samples' tests drive, and what they ask of every page. */
@NullMarked
package dev.idgen.samples.browser;

import org.jspecify.annotations.NullMarked;
