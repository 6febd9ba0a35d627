/**
 * Numbers for string ids: leased from many buckets, kept in stock, drawn through stripes; and the port to the store.
 */
@NullMarked
package dev.idgen.internal.string.sequence;

import org.jspecify.annotations.NullMarked;
