/**
 * Redis servers on this machine that tests can stop and kill: single, in a cluster or with sentinels. Samples and
 * benchmarks use them, too. {@link dev.idgen.localredis.RedisProgram} chooses the program.
 */
@NullMarked
package dev.idgen.localredis;

import org.jspecify.annotations.NullMarked;
