package dev.idgen.internal.string.sequence;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.setting.Region;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings that every instance of a namespace must share, by name, and its region. Stored as
 * {@code name=value name=value}. The stored form includes the region unless it is the only one.
 *
 * <p>An instance may have a part of the stored region, which then shrinks to that part. From then on no instance joins
 * with more. Running instances that have more continue, because they share the store with all that have a part of it.
 *
 * @param values from setting to value; neither contains {@code =} or white space
 * @param region the region that the instance leases from
 * @param regionBefore the smaller region that the instance is configured to widen; null if none
 */
public record NamespaceTerms(
        Map<String, String> values, Region region, @Nullable Region regionBefore) {

    /** The term with the lease-ttl, in milliseconds. */
    static final String TTL = "lease-ttl";

    private static final String REGION = "region";

    /** Terms of an instance in the only region. */
    public NamespaceTerms(Map<String, String> values) {
        this(values, Region.ALL, null);
    }

    public NamespaceTerms {
        values = Map.copyOf(values);
    }

    NamespaceTerms with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new NamespaceTerms(more, region, regionBefore);
    }

    /**
     * A copy for an instance of a region.
     *
     * @param before the part of the region that the instance is configured to widen; null if none
     */
    public NamespaceTerms in(Region its, @Nullable Region before) {
        return new NamespaceTerms(values, its, before);
    }

    String format() {
        return format(region);
    }

    private String format(Region its) {
        Map<String, String> all = new LinkedHashMap<>(values);
        if (!its.isAll()) {
            all.put(REGION, its.toString());
        }
        StringBuilder text = new StringBuilder();
        for (String name : new TreeSet<>(all.keySet())) {
            text.append(text.isEmpty() ? "" : " ").append(name).append('=').append(all.get(name));
        }
        return text.toString();
    }

    /** The stored terms that these may replace. Either these narrow the region, or they widen it as configured. */
    List<String> replaced() {
        List<Region> all = new ArrayList<>(region.wider());
        if (regionBefore != null) {
            all.add(regionBefore);
        }
        return all.stream().map(this::format).toList();
    }

    /** The stored region, if these terms have only a part of it; else null. */
    @Nullable
    Region narrowed(String stored) {
        return regionOf(parse(stored)).filter(wider -> !region.contains(wider)).orElse(null);
    }

    /** These terms with the stored region if it is part of this one. */
    NamespaceTerms narrowedBy(String stored) {
        return regionOf(parse(stored))
                .filter(region::contains)
                .map(its -> in(its, regionBefore))
                .orElse(this);
    }

    /**
     * Compares these terms of an instance with those of its namespace.
     *
     * @param joined whether they have agreed before
     */
    Optional<NamespaceDisagreementException> disagreement(String namespace, String stored, boolean joined) {
        if (stored.equals(format())) {
            return Optional.empty();
        }
        Map<String, String> expected = parse(stored);
        TreeSet<String> names = new TreeSet<>(values.keySet());
        names.addAll(expected.keySet());
        names.remove(REGION);
        return names.stream()
                .filter(name -> !value(expected, name).equals(value(values, name)))
                .findFirst()
                .map(name ->
                        new NamespaceDisagreementException(namespace, name, value(expected, name), value(values, name)))
                .or(() -> disagreement(namespace, expected, joined));
    }

    private Optional<NamespaceDisagreementException> disagreement(
            String namespace, Map<String, String> expected, boolean joined) {
        boolean agreed = regionOf(expected)
                .filter(its -> its.contains(region) || (joined && region.contains(its)))
                .isPresent();
        return agreed
                ? Optional.empty()
                : Optional.of(new NamespaceDisagreementException(
                        namespace, REGION, expected.getOrDefault(REGION, Region.ALL.toString()), region.toString()));
    }

    private static Optional<Region> regionOf(Map<String, String> terms) {
        String text = terms.get(REGION);
        return text == null ? Optional.of(Region.ALL) : Region.parse(text);
    }

    private static String value(Map<String, String> terms, String name) {
        return terms.getOrDefault(name, "(unset)");
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> terms = new LinkedHashMap<>();
        for (String term : text.split(" ", -1)) {
            int at = term.indexOf('=');
            terms.put(at < 0 ? term : term.substring(0, at), at < 0 ? "" : term.substring(at + 1));
        }
        return terms;
    }
}
