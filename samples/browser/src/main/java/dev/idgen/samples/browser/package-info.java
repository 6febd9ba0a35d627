/** The browser for the samples' tests, with the checks for every page. */
@NullMarked
package dev.idgen.samples.browser;

import org.jspecify.annotations.NullMarked;
