/**
 * The whole system in logical time: the shipped scripts on simulated servers, the shipped client in simulated processes, and
 * accidents that follow from a seed.
 */
package dev.idgen.simulation;
