package dev.idgen.benchmarks;

import com.fasterxml.uuid.NoArgGenerator;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.idgen.IdGenerator;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.stamped.StandardSchemes;
import io.github.robsonkades.uuidv7.UUIDv7;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.bson.types.ObjectId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Ids of 96 and 128 bits in their usual Java type. UUIDs 1, 4, 6 and 7 compare with uuid-creator, java-uuid-generator,
 * robsonkades' and Java's own. ULID, object id and flake as text compare with ulid-creator and MongoDB. The limit is a
 * UUID from one clock read and one number of {@code ThreadLocalRandom}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class WideIdBenchmark {

    private static final String V1 = "uuid-v1";
    private static final String V4 = "uuid-v4";
    private static final String V6 = "uuid-v6";
    private static final String V7 = "uuid-v7";
    private static final String ULID = "ulid";
    private static final String OBJECT_ID = "object-id";

    /** The product's generators. */
    @State(Scope.Benchmark)
    public static class Ours {

        private final LocalGenerators generators = new LocalGenerators();
        private final IdGenerator<UUID> v1 = generators.of(StandardSchemes.uuidV1());
        private final IdGenerator<UUID> v4 = new Ids<>(new RandomNumbers("benchmark"), IdForm.uuids());
        private final IdGenerator<UUID> v6 = generators.of(StandardSchemes.uuidV6());
        private final IdGenerator<UUID> v1FarAhead = generators.farAhead(StandardSchemes.uuidV1());
        private final IdGenerator<UUID> v6FarAhead = generators.farAhead(StandardSchemes.uuidV6());
        private final IdGenerator<UUID> v7 = generators.of(StandardSchemes.uuidV7());
        private final IdGenerator<UUID> v7OfThreads = generators.of(StandardSchemes.uuidV7(false));
        private final IdGenerator<String> ulid = generators.of(StandardSchemes.ulid());
        private final IdGenerator<String> ulidOfThreads = generators.of(StandardSchemes.ulid(false));
        private final IdGenerator<String> objectId = generators.of(StandardSchemes.objectId());
        private final IdGenerator<String> objectIdFarAhead = generators.farAhead(StandardSchemes.objectId());
        private final IdGenerator<String> flake = generators.of(StandardSchemes.flake());

        @TearDown
        public void stop() {
            generators.close();
        }
    }

    /** The generators of java-uuid-generator. */
    @State(Scope.Benchmark)
    public static class Jug {

        private final NoArgGenerator v1 = com.fasterxml.uuid.Generators.timeBasedGenerator();
        private final NoArgGenerator v6 = com.fasterxml.uuid.Generators.timeBasedReorderedGenerator();
        private final NoArgGenerator v7 = com.fasterxml.uuid.Generators.timeBasedEpochGenerator();
    }

    @Benchmark
    @Subject(value = "`new UUID` of `currentTimeMillis` and `ThreadLocalRandom`", kind = Subject.Kind.LIMIT)
    public UUID limit() {
        return new UUID(System.currentTimeMillis(), ThreadLocalRandom.current().nextLong());
    }

    @Benchmark
    @Subject(value = V1, group = V1)
    public UUID v1(Ours ours) {
        return ours.v1.next();
    }

    @Benchmark
    @Subject(value = "uuid-v1, `max-lead: 1h`", group = V1)
    public UUID v1FarAhead(Ours ours) {
        return ours.v1FarAhead.next();
    }

    @Benchmark
    @Subject(value = "uuid-creator `getTimeBased()`", kind = Subject.Kind.PEER, group = V1)
    public UUID v1UuidCreator() {
        return UuidCreator.getTimeBased();
    }

    @Benchmark
    @Subject(value = "java-uuid-generator `timeBasedGenerator()`", kind = Subject.Kind.PEER, group = V1)
    public UUID v1Jug(Jug jug) {
        return jug.v1.generate();
    }

    @Benchmark
    @Subject(value = V4, group = V4)
    public UUID v4(Ours ours) {
        return ours.v4.next();
    }

    @Benchmark
    @Subject(value = "`UUID.randomUUID()`", kind = Subject.Kind.PEER, group = V4)
    public UUID v4Platform() {
        return UUID.randomUUID();
    }

    @Benchmark
    @Subject(value = "uuid-creator `getRandomBased()`", kind = Subject.Kind.PEER, group = V4)
    public UUID v4UuidCreator() {
        return UuidCreator.getRandomBased();
    }

    @Benchmark
    @Subject(value = V6, group = V6)
    public UUID v6(Ours ours) {
        return ours.v6.next();
    }

    @Benchmark
    @Subject(value = "uuid-v6, `max-lead: 1h`", group = V6)
    public UUID v6FarAhead(Ours ours) {
        return ours.v6FarAhead.next();
    }

    @Benchmark
    @Subject(value = "uuid-creator `getTimeOrdered()`", kind = Subject.Kind.PEER, group = V6)
    public UUID v6UuidCreator() {
        return UuidCreator.getTimeOrdered();
    }

    @Benchmark
    @Subject(value = "java-uuid-generator `timeBasedReorderedGenerator()`", kind = Subject.Kind.PEER, group = V6)
    public UUID v6Jug(Jug jug) {
        return jug.v6.generate();
    }

    @Benchmark
    @Subject(value = V7, group = V7)
    public UUID v7(Ours ours) {
        return ours.v7.next();
    }

    @Benchmark
    @Subject(value = "uuid-v7, `monotonic: false`", group = V7)
    public UUID v7OfThreads(Ours ours) {
        return ours.v7OfThreads.next();
    }

    @Benchmark
    @Subject(value = "robsonkades `UUIDv7.randomUUID()`", kind = Subject.Kind.PEER, group = V7)
    public UUID v7Robsonkades() {
        return UUIDv7.randomUUID();
    }

    @Benchmark
    @Subject(value = "robsonkades `UUIDv7.secureRandomUUID()`", kind = Subject.Kind.PEER, group = V7)
    public UUID v7RobsonkadesSecure() {
        return UUIDv7.secureRandomUUID();
    }

    @Benchmark
    @Subject(value = "uuid-creator `getTimeOrderedEpoch()`", kind = Subject.Kind.PEER, group = V7)
    public UUID v7UuidCreator() {
        return UuidCreator.getTimeOrderedEpoch();
    }

    @Benchmark
    @Subject(value = "java-uuid-generator `timeBasedEpochGenerator()`", kind = Subject.Kind.PEER, group = V7)
    public UUID v7Jug(Jug jug) {
        return jug.v7.generate();
    }

    @Benchmark
    @Subject(value = ULID, group = ULID)
    public String ulid(Ours ours) {
        return ours.ulid.next();
    }

    @Benchmark
    @Subject(value = "ulid, `monotonic: false`", group = ULID)
    public String ulidOfThreads(Ours ours) {
        return ours.ulidOfThreads.next();
    }

    @Benchmark
    @Subject(value = "ulid-creator `getMonotonicUlid().toString()`", kind = Subject.Kind.PEER, group = ULID)
    public String ulidCreator() {
        return UlidCreator.getMonotonicUlid().toString();
    }

    @Benchmark
    @Subject(value = OBJECT_ID, group = OBJECT_ID, waits = true)
    public String objectId(Ours ours) {
        return ours.objectId.next();
    }

    @Benchmark
    @Subject(value = "object-id, `max-lead: 1h`", group = OBJECT_ID)
    public String objectIdFarAhead(Ours ours) {
        return ours.objectIdFarAhead.next();
    }

    @Benchmark
    @Subject(value = "bson `new ObjectId().toHexString()`", kind = Subject.Kind.PEER, group = OBJECT_ID)
    public String objectIdBson() {
        return new ObjectId().toHexString();
    }

    @Benchmark
    @Subject(value = "flake", group = "flake")
    public String flake(Ours ours) {
        return ours.flake.next();
    }
}
