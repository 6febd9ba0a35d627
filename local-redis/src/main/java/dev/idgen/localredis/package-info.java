/**
 * Redis servers on this machine, alone, in a cluster or watched by sentinels, that can be hurt: for tests, samples and benchmarks.
 * Which program they run says {@link dev.idgen.localredis.RedisProgram}.
 */
@NullMarked
package dev.idgen.localredis;

import org.jspecify.annotations.NullMarked;
