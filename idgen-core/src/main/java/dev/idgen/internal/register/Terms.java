package dev.idgen.internal.register;

import dev.idgen.internal.setting.Region;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all instances must share to lease from the same groups, by name, and their region. Each group
 * stores them.
 *
 * <p>An instance may have a part of the stored region, which then shrinks to that part. From then on no instance joins
 * with more. Running instances that have more continue, because they share the store with all that have a part of it.
 *
 * @param values from setting to value
 * @param region the region that the instance leases from
 * @param regionBefore the smaller region that the instance is configured to widen; null if none
 */
public record Terms(
        Map<String, String> values, Region region, @Nullable Region regionBefore) {

    /** The term with the lease-ttl, in milliseconds. */
    public static final String TTL = "lease-ttl";

    private static final String REGION = "region";

    /**
     * A setting in which an instance differs.
     *
     * @param expected the stored value
     * @param actual the instance's value
     */
    public record Disagreement(String setting, String expected, String actual) {}

    /** Terms of an instance in the only region. */
    public Terms(Map<String, String> values) {
        this(values, Region.ALL, null);
    }

    public Terms {
        values = Map.copyOf(values);
    }

    public Terms with(String name, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value);
        return new Terms(more, region, regionBefore);
    }

    /**
     * A copy for an instance of a region.
     *
     * @param before the part of the region that the instance is configured to widen; null if none
     */
    public Terms in(Region other, @Nullable Region before) {
        return new Terms(values, other, before);
    }

    /** A copy of a stored value with these terms. */
    RegisterText writtenTo(RegisterText stored) {
        RegisterText text = stored.withAll(new TreeMap<>(values));
        return region.isAll() && stored.find(REGION).isEmpty() ? text : text.with(REGION, region);
    }

    /**
     * Compares these terms of an instance with stored ones.
     *
     * @param joined whether they have agreed before
     */
    Optional<Disagreement> disagreement(RegisterText stored, boolean joined) {
        RegisterText own = writtenTo(RegisterText.empty());
        return new TreeMap<>(values)
                .keySet().stream()
                        .map(name -> new Disagreement(name, stored.find(name).orElse("(unset)"), own.text(name)))
                        .filter(term -> !term.expected().equals(term.actual()))
                        .findFirst()
                        .or(() -> Optional.of(stored)
                                .filter(text -> !isShared(text, joined))
                                .map(text -> new Disagreement(
                                        REGION, text.find(REGION).orElse(Region.ALL.toString()), region.toString())));
    }

    private boolean isShared(RegisterText stored, boolean joined) {
        return regionOf(stored)
                .filter(wider ->
                        wider.contains(region) || wider.equals(regionBefore) || (joined && region.contains(wider)))
                .isPresent();
    }

    /** The stored region that these terms replace by their own, because it is wider, or to be widened; else empty. */
    Optional<Region> replaced(RegisterText stored) {
        return regionOf(stored)
                .filter(other -> !other.equals(region) && (other.contains(region) || other.equals(regionBefore)));
    }

    /** These terms with the stored region if it is part of this one: others have narrowed it. */
    Terms narrowedBy(RegisterText stored) {
        return regionOf(stored)
                .filter(part -> region.contains(part) && !part.equals(regionBefore))
                .map(part -> in(part, regionBefore))
                .orElse(this);
    }

    private static Optional<Region> regionOf(RegisterText stored) {
        return stored.find(REGION).map(Region::parse).orElse(Optional.of(Region.ALL));
    }
}
