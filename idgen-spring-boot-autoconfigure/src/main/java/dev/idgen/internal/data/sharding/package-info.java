/** Keys of tables that ShardingSphere shards. */
@NullMarked
package dev.idgen.internal.data.sharding;

import org.jspecify.annotations.NullMarked;
