package dev.idgen.store;

import org.slf4j.event.Level;

/**
 * A setting of a store that puts ids at risk, or that could not be checked.
 *
 * @param name the name that {@code idgen.store-check.ignore} takes: lower-case words with hyphens
 * @param level {@code WARN} if ids or the service are at risk; {@code INFO} if nothing may need to change
 * @param text the server, the setting with its value, the risk, and what to do
 */
public record Finding(String name, Level level, String text) {}
