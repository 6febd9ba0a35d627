/** Checks at startup whether a store's settings put ids at risk. */
@NullMarked
package dev.idgen.internal.storecheck;

import org.jspecify.annotations.NullMarked;
