/** What settings may be: ranges, names and regions. */
@NullMarked
package dev.idgen.internal.setting;

import org.jspecify.annotations.NullMarked;
