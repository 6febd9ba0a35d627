package dev.idgen.internal.doctor;

import org.slf4j.event.Level;

/**
 * Something about a store that puts ids at risk, or that could not be looked at.
 *
 * @param name by which it can be ignored: lower-case words with hyphens
 * @param level {@code WARN} if ids, or the service, are at risk; {@code INFO} if there may be nothing to do
 * @param text where it was found, the setting and its value, what it costs, and what to do
 */
public record Finding(String name, Level level, String text) {}
