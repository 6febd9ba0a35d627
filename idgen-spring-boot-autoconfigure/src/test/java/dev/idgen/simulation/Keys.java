package dev.idgen.simulation;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The keys of a story's namespace. */
final class Keys {

    private static final String PREFIX = "{idgen:2:" + Setting.NAMESPACE;
    private static final int WITNESSES = 8;

    static final String NAMESPACE = PREFIX + "}:namespace";

    private Keys() {}

    static String bucket(int bucket) {
        return PREFIX + ":" + bucket + "}";
    }

    static List<String> buckets(int count) {
        return IntStream.range(0, count).mapToObj(Keys::bucket).toList();
    }

    /** The pool's record, and those that tell that it is not new. */
    static List<String> nodes(int bits) {
        String witness = PREFIX + ":nodes:" + bits + ":";
        return Stream.concat(
                        Stream.of(pool(bits)),
                        IntStream.range(0, WITNESSES).mapToObj(place -> witness + place + "}:witness"))
                .toList();
    }

    /** The record of a pool of node ids. */
    static String pool(int bits) {
        return PREFIX + ":nodes:" + bits + "}:leases";
    }
}
