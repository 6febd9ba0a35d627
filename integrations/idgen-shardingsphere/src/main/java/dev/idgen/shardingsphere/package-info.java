/** Keys of tables that ShardingSphere shards. */
@NullMarked
package dev.idgen.shardingsphere;

import org.jspecify.annotations.NullMarked;
