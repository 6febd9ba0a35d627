package dev.idgen.bucket;

/**
 * The two times in a store's answer, in epoch milliseconds.
 *
 * @param now the record's time, which windows are reckoned in: never runs backwards, so it may stand still for a while
 *     after the store's clock was set back
 * @param clock the store's clock as it is
 */
public record StoreTime(long now, long clock) {}
