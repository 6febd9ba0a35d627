/**
 * How stores are asked: the planner's thread, threads for drivers that block, requests that are answered late or never,
 * waiting for what they bring, what is logged about it, and the names that stores build their keys from. May use the root
 * package, monitor, time and codec.
 */
@NullMarked
package dev.idgen.request;

import org.jspecify.annotations.NullMarked;
