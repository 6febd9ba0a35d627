/** Numbers for string ids: leased from many buckets, held in stock, and drawn through stripes. */
@NullMarked
package dev.idgen.internal.string.sequence;

import org.jspecify.annotations.NullMarked;
