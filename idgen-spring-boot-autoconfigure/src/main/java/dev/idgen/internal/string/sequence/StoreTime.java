package dev.idgen.internal.string.sequence;

/**
 * The two times in a store's answer, in epoch milliseconds.
 *
 * @param now what windows are reckoned in: the store's clock, or what the asker expects of it where that is far ahead
 * @param clock the store's clock as it is
 */
public record StoreTime(long now, long clock) {}
