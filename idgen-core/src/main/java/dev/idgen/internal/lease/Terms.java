package dev.idgen.internal.lease;

import dev.idgen.internal.setting.Region;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings that all instances must share to lease from the same groups, by name. Each group stores them. They
 * change only if an instance names the fingerprint of those that its own replace.
 *
 * @param values from setting to value
 * @param replaces the fingerprints of the terms that these replace
 */
public record Terms(Map<String, String> values, Set<String> replaces) {

    /** The term with the lease-ttl, in milliseconds. */
    public static final String TTL = "lease-ttl";

    private static final String REGION = "region";
    private static final String ZONE = "zone";

    /** A stored ttl that cannot be read is not longer. */
    private static final long LONGEST_TTL = TimeUnit.MINUTES.toMillis(10);

    /**
     * A setting in which an instance differs.
     *
     * @param expected the stored value
     * @param actual the instance's value
     * @param fingerprint that of the stored terms
     * @param pause for how long nothing is leased if the instance's terms replace the stored ones, in milliseconds
     */
    public record Disagreement(String setting, String expected, String actual, String fingerprint, long pause) {

        /** How to change the setting for all instances. */
        public String change() {
            return "set 'idgen.replaces' to '" + fingerprint
                    + "' to change it for all instances: nothing is leased then for "
                    + TimeUnit.MILLISECONDS.toSeconds(pause) + " s";
        }
    }

    /** Terms that replace none. */
    public Terms(Map<String, String> values) {
        this(values, Set.of());
    }

    public Terms {
        values = Map.copyOf(values);
        replaces = Set.copyOf(replaces);
    }

    public Terms with(String name, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value);
        return new Terms(more, replaces);
    }

    /** A copy for an instance of a region. The only one is not stored. */
    public Terms in(Region region) {
        return region.isAll() ? this : with(REGION, region.toString());
    }

    public Terms replacing(Set<String> fingerprints) {
        return new Terms(values, fingerprints);
    }

    /** The region that the instance leases from. */
    public Region region() {
        return Region.parse(values.getOrDefault(REGION, "")).orElse(Region.ALL);
    }

    /** A copy of a stored value with these terms. */
    LeaseText writtenTo(LeaseText stored) {
        return stored.without(REGION).withAll(new TreeMap<>(values));
    }

    /** Compares these terms of an instance with stored ones. */
    Optional<Disagreement> disagreement(LeaseText stored) {
        LeaseText own = writtenTo(LeaseText.empty());
        return names().filter(name -> !value(stored, name).equals(value(own, name)))
                .findFirst()
                .map(name -> new Disagreement(
                        name,
                        value(stored, name),
                        value(own, name),
                        fingerprint(stored),
                        ttlMillis(stored) + behind(stored)));
    }

    private Stream<String> names() {
        return Stream.concat(values.keySet().stream(), Stream.of(REGION))
                .distinct()
                .sorted();
    }

    private static String value(LeaseText text, String name) {
        return text.find(name).orElse(name.equals(REGION) ? Region.ALL.toString() : "(unset)");
    }

    /** Stands for these settings in {@code idgen.replaces}. */
    public String fingerprint() {
        return fingerprint(writtenTo(LeaseText.empty()));
    }

    /** Stands for the stored values of these settings. */
    String fingerprint(LeaseText stored) {
        return AgreementRule.fingerprint(
                names().map(name -> name + "=" + value(stored, name)).collect(Collectors.joining(" ")));
    }

    /** How long leases under the stored terms last. */
    static long ttlMillis(LeaseText stored) {
        return stored.find(TTL)
                .filter(text -> text.matches("\\d{1,6}"))
                .map(Long::valueOf)
                .orElse(LONGEST_TTL);
    }

    /** How much earlier than under the stored terms the local time of ids is, in milliseconds; 0 if it is not. */
    long behind(LeaseText stored) {
        return Math.max(0, offset(stored.find(ZONE).orElse("")) - offset(values.getOrDefault(ZONE, "")));
    }

    /** Of a zone, in milliseconds. That of no zone is the greatest, which makes the wait the longest. */
    private static long offset(String zone) {
        int seconds = ZoneOffset.MAX.getTotalSeconds();
        try {
            seconds = ZoneOffset.of(zone).getTotalSeconds();
        } catch (DateTimeException e) {
            // not one that idgen wrote
        }
        return TimeUnit.SECONDS.toMillis(seconds);
    }
}
