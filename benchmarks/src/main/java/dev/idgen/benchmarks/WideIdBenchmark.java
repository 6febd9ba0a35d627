package dev.idgen.benchmarks;

import com.fasterxml.uuid.NoArgGenerator;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.idgen.IdGenerator;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.timestamp.StandardSchemes;
import io.github.robsonkades.uuidv7.UUIDv7;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.types.ObjectId;
import org.hibernate.id.uuid.UuidVersion7Strategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Ids of 96 and 128 bits in their usual Java type. UUIDs 1, 4, 6 and 7 compare with uuid-creator, java-uuid-generator,
 * robsonkades', Hibernate's and Java's own. ULID, object id and flake as text compare with ulid-creator and MongoDB.
 * The limit is a UUID from one clock read and one number of {@code ThreadLocalRandom}.
 */
public class WideIdBenchmark {

    /** The product's generators. */
    @State(Scope.Benchmark)
    public static class Ours {

        private final LocalGenerators generators = new LocalGenerators();
        private final IdGenerator<UUID> v1 = generators.of(StandardSchemes.uuidV1());
        private final IdGenerator<UUID> v4 = new Ids<>(new RandomNumbers("benchmark"), IdType.uuids());
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
    public UUID limit() {
        return new UUID(System.currentTimeMillis(), ThreadLocalRandom.current().nextLong());
    }

    @Benchmark
    public UUID v1(Ours ours) {
        return ours.v1.next();
    }

    @Benchmark
    public UUID v1FarAhead(Ours ours) {
        return ours.v1FarAhead.next();
    }

    @Benchmark
    public UUID v1UuidCreator() {
        return UuidCreator.getTimeBased();
    }

    @Benchmark
    public UUID v1Jug(Jug jug) {
        return jug.v1.generate();
    }

    @Benchmark
    public UUID v4(Ours ours) {
        return ours.v4.next();
    }

    @Benchmark
    public UUID v4Platform() {
        return UUID.randomUUID();
    }

    @Benchmark
    public UUID v4UuidCreator() {
        return UuidCreator.getRandomBased();
    }

    @Benchmark
    public UUID v6(Ours ours) {
        return ours.v6.next();
    }

    @Benchmark
    public UUID v6FarAhead(Ours ours) {
        return ours.v6FarAhead.next();
    }

    @Benchmark
    public UUID v6UuidCreator() {
        return UuidCreator.getTimeOrdered();
    }

    @Benchmark
    public UUID v6Jug(Jug jug) {
        return jug.v6.generate();
    }

    @Benchmark
    public UUID v7(Ours ours) {
        return ours.v7.next();
    }

    @Benchmark
    public UUID v7OfThreads(Ours ours) {
        return ours.v7OfThreads.next();
    }

    @Benchmark
    public UUID v7Robsonkades() {
        return UUIDv7.randomUUID();
    }

    @Benchmark
    public UUID v7RobsonkadesSecure() {
        return UUIDv7.secureRandomUUID();
    }

    @Benchmark
    public UUID v7UuidCreator() {
        return UuidCreator.getTimeOrderedEpoch();
    }

    @Benchmark
    public UUID v7UuidCreatorFast() {
        return UuidCreator.getTimeOrderedEpochFast();
    }

    @Benchmark
    public UUID v7Hibernate() {
        return UuidVersion7Strategy.INSTANCE.generateUuid(null);
    }

    @Benchmark
    public UUID v7Jug(Jug jug) {
        return jug.v7.generate();
    }

    @Benchmark
    public String ulid(Ours ours) {
        return ours.ulid.next();
    }

    @Benchmark
    public String ulidOfThreads(Ours ours) {
        return ours.ulidOfThreads.next();
    }

    @Benchmark
    public String ulidCreator() {
        return UlidCreator.getMonotonicUlid().toString();
    }

    @Benchmark
    public String objectId(Ours ours) {
        return ours.objectId.next();
    }

    @Benchmark
    public String objectIdFarAhead(Ours ours) {
        return ours.objectIdFarAhead.next();
    }

    @Benchmark
    public String objectIdBson() {
        return new ObjectId().toHexString();
    }

    @Benchmark
    public String flake(Ours ours) {
        return ours.flake.next();
    }
}
