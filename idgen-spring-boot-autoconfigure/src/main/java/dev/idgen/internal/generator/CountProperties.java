package dev.idgen.internal.generator;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties under {@code idgen.generators.<name>} of numbers that a store counts.
 *
 * @param store Store of the numbers, or name of a CounterStore bean: for counter, segment, multi-counter, decimal-id
 *     and random-claim. If not set: that of idgen.store, else the first of redis, jdbc and mongodb.
 * @param start First number, from 1: for counter, segment and random-claim.
 * @param step Difference between consecutive numbers, from 1: for counter and segment.
 * @param max Greatest number: for counter, segment, random-claim and existing. For existing it sets the length of the
 *     text.
 * @param floor Treats every number up to this one as issued, if data was lost: for counter, segment and decimal-id.
 * @param template Text around the number, such as 'INV-{yyyyMM}-{000000}': for counter and segment. A date
 *     or {key} is for counter only.
 * @param zone Time zone in which the template's years, months and days begin: for counter.
 * @param keyed Whether each key, such as a tenant, has a counter of its own: for counter. Also true if the template
 *     has {key}.
 * @param transactional Whether numbers are part of the caller's transaction, so that none is missing: for counter in a
 *     database.
 * @param segment How far ahead numbers are fetched: for segment and multi-counter.
 */
@ConfigurationProperties("idgen.generators.*") // for the metadata only
record CountProperties(
        @Nullable String store,
        @Nullable Long start,
        @Nullable Long step,
        @Nullable Long max,
        @Nullable Long floor,
        @Nullable String template,
        @Nullable ZoneId zone,
        @Nullable Boolean keyed,
        @Nullable Boolean transactional,
        @NestedConfigurationProperty @Nullable SegmentProperties segment) {}
