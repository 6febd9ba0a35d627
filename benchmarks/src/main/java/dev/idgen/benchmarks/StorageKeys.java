package dev.idgen.benchmarks;

import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.GeneratorSettings;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.Stamper;
import dev.idgen.internal.timestamp.StandardSchemes;
import dev.idgen.internal.timestamp.node.LocalNodeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The compared primary keys, from the product's generators. */
final class StorageKeys implements AutoCloseable {

    private static final String ASCII = " CHARACTER SET ascii COLLATE ascii_bin";
    private static final String UNICODE = " CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci";
    private static final String C = " COLLATE \"C\"";
    private static final String LANGUAGE = " COLLATE \"en-x-icu\"";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmssSSS").withZone(ZoneOffset.UTC);
    private static final int TIME_LENGTH = 15;

    private final TimeSource time = TimeSource.system();
    private final LocalNodeSource node = LocalNodeSource.fixed(1, time);
    private final LocalNodeSource noNode = LocalNodeSource.random(0, 0, time);
    private final StringIdService strings = strings();

    /**
     * A column and its ids.
     *
     * @param ids supplies distinct values; thread-safe
     */
    record Key(String name, String mariaDb, String postgreSql, Supplier<Object> ids) {}

    List<Key> all() {
        AtomicLong count = new AtomicLong();
        // A long wait, because the load draws faster than some schemes can within a millisecond.
        GeneratorSettings settings = new GeneratorSettings(Duration.ZERO, Duration.ofSeconds(10));
        Stamper snowflake = Stamper.of("snowflake", StandardSchemes.snowflake(), () -> node, time, settings);
        IdGenerator<UUID> v4 = new Ids<>(new RandomNumbers("uuid-v4"), IdType.uuids());
        IdGenerator<UUID> v7 = new Ids<>(
                Stamper.of("uuid-v7", StandardSchemes.uuidV7(), () -> noNode, time, settings), IdType.uuids());
        Scheme<String> ulidScheme = StandardSchemes.ulid();
        IdGenerator<String> ulid =
                new Ids<>(Stamper.of("ulid", ulidScheme, () -> noNode, time, settings), ulidScheme.form());
        IdService ids = strings;
        return List.of(
                new Key("counted", "BIGINT", "bigint", count::incrementAndGet),
                new Key("`snowflake`", "BIGINT", "bigint", snowflake::nextLong),
                new Key("`uuid-v7`", "BINARY(16)", "uuid", v7::next),
                new Key("`uuid-v4`", "BINARY(16)", "uuid", v4::next),
                new Key("`ulid`", "CHAR(26)" + ASCII, "char(26)" + C, ulid::next),
                new Key("`IdService`", "CHAR(27)" + ASCII, "char(27)" + C, () -> ids.nextId("ORDR")),
                new Key("`IdService`, one per ms", "CHAR(27)" + ASCII, "char(27)" + C, onePerMillisecond(ids)),
                new Key("`IdService`", "VARCHAR(27)" + ASCII, "varchar(27)" + C, () -> ids.nextId("ORDR")),
                new Key("`IdService`", "VARCHAR(27)" + UNICODE, "varchar(27)" + LANGUAGE, () -> ids.nextId("ORDR")));
    }

    /** Ids with timestamps as at 1,000 ids per second. A load draws many per millisecond, in random order. */
    private static Supplier<Object> onePerMillisecond(IdService ids) {
        Instant begin = Instant.now();
        AtomicLong millis = new AtomicLong();
        return () -> TIME.format(begin.plusMillis(millis.incrementAndGet()))
                + ids.nextId("ORDR").substring(TIME_LENGTH);
    }

    private StringIdService strings() {
        BucketLayout layout = BucketLayout.STANDARD;
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, layout, "storage");
        return new StringIdService(
                format,
                () -> BucketSequence.start(
                        "storage",
                        format.terms(),
                        SequenceSettings.defaults(),
                        new InMemoryLeaseStore(time),
                        layout,
                        time,
                        format::newWriter));
    }

    @Override
    public void close() {
        strings.close();
        node.close();
        noNode.close();
    }
}
