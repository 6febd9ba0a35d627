package dev.idgen.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.RoutedIds;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.TimeOrderedIds;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class GeneratorsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    static final List<Supplier<NumbersBuilder>> NUMBERS = List.of(
            Generators::snowflake,
            Generators::jsSafe,
            Generators::sonyflake,
            Generators::instagram,
            Generators::tsid,
            Generators::traceId,
            Generators::eightByte,
            () -> Generators.custom(SECOND, "timestamp:33", "thread:4", "sequence:16", "node:10"));

    static final List<Supplier<IdGenerator<?>>> WITHOUT_NODE = List.of(
            Generators::uuidV1,
            Generators::uuidV4,
            Generators::uuidV6,
            Generators::uuidV7,
            Generators::ulid,
            Generators::objectId,
            Generators::flake);

    @ParameterizedTest
    @FieldSource("NUMBERS")
    void idsOfTwoNodesDiffer(Supplier<NumbersBuilder> kind) {
        LongIdGenerator one = kind.get().node(1).build();
        LongIdGenerator other = kind.get().node(2).build();
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            ids.add(one.nextLong());
            ids.add(other.nextLong());
        }
        assertThat(ids).hasSize(200);
    }

    @ParameterizedTest
    @FieldSource("WITHOUT_NODE")
    void idsOfTwoGeneratorsDiffer(Supplier<IdGenerator<?>> kind) {
        Set<Object> ids = new HashSet<>(kind.get().next(1000));
        ids.addAll(kind.get().next(1000));
        assertThat(ids).hasSize(2000);
    }

    @Test
    void uuidsHaveTheirVersion() {
        assertThat(List.of(
                        Generators.uuidV1().next(),
                        Generators.uuidV4().next(),
                        Generators.uuidV6().next(),
                        Generators.uuidV7().next()))
                .extracting(UUID::version)
                .containsExactly(1, 4, 6, 7);
    }

    @Test
    void nodeOrEpochThatIsMissingOrOutOfRangeIsRefused() {
        NumbersBuilder builder = Generators.snowflake();
        assertThatIllegalStateException().isThrownBy(builder::build).withMessageContaining("node(0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.node(1024))
                .withMessage("a node id is 0 to 1023, not 1024");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.node(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.epoch(Instant.now().plus(1, ChronoUnit.DAYS)));
    }

    @Test
    void epochOfIdsThatHaveOnlyOneIsRefused() {
        assertThat(Generators.traceId().node(1).epoch(Instant.EPOCH).build().nextLong())
                .isPositive();
        NumbersBuilder builder = Generators.eightByte().node(2047).epoch(Instant.EPOCH.plusSeconds(1));
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("ids of type eight-byte have the epoch 1970-01-01T00:00:00Z, not 1970-01-01T00:00:01Z");
    }

    @Test
    void customIdsHaveTheirFieldsAndTheRouteOfTheCall() {
        Instant epoch = Instant.now().minus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS);
        RoutedIds ids = Generators.custom(SECOND, "timestamp:30", "region=3:4", "route:4", "sequence:16", "random:5")
                .epoch(epoch)
                .buildRouted();
        for (long route : List.of(0L, 15L)) {
            LongIdGenerator own = ids.forRoute(route);
            for (long id :
                    List.of(own.nextLong(), own.next(2).get(1), own.nextAsync().join())) {
                assertThat(id >>> 21 & 0xFF).isEqualTo(3 << 4 | route);
                assertThat(ids.decode(id).number("route")).isEqualTo(route);
                Instant made = epoch.plusSeconds(id >>> 29);
                assertThat(ids.decode(id).instant()).isEqualTo(made);
                assertThat(((TimeOrderedIds<Long>) own)
                                .range(made, made.plus(SECOND))
                                .contains(id))
                        .isTrue();
            }
        }
    }

    @Test
    void routeOutOfRangeOrOfIdsWithoutThatFieldIsRefused() {
        NumbersBuilder builder = Generators.custom(SECOND, "timestamp:40", "route:4", "sequence:12");
        for (long route : List.of(16L, -1L)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.buildRouted().forRoute(route))
                    .withMessage("'route' holds 0 to 15, not " + route);
        }
        assertThatIllegalStateException().isThrownBy(builder::build).withMessageContaining("call buildRouted()");
        assertThatIllegalStateException()
                .isThrownBy(() -> Generators.tsid().node(1).buildRouted())
                .withMessageContaining("call build()");
    }

    @Test
    void idsInMemoryAreDistinctUntilClosed() {
        InMemoryIds ids = new InMemoryIds();
        Instant begin = Instant.now();
        Set<String> drawn = new HashSet<>(drawn(() -> ids.nextIds("ORDR", 1000)));
        drawn.add(drawn(() -> ids.nextId("ORDR")));
        drawn.add(drawn(() -> ids.nextIdAsync("ORDR").join()));
        drawn.add(drawn(() -> ids.forBusiness("ORDR").next()));
        assertThat(drawn)
                .hasSize(1003)
                .allMatch(id -> ids.decode(id).text("business").equals("ORDR"));
        String shared = drawn(ids::nextId);
        assertThat(shared).hasSize(23);
        String from = ids.range(begin.minusSeconds(60), begin.plusSeconds(60)).from();
        assertThat(drawn).allMatch(id -> id.compareTo(from) > 0);
        ids.close();
        assertThatExceptionOfType(SequenceUnavailableException.class).isThrownBy(() -> ids.nextId("ORDR"));
    }

    /** Draws again if a busy machine delays the thread that prepares numbers for longer than a caller waits. */
    private static <T> T drawn(Supplier<T> draw) {
        for (int i = 0; i < 60; i++) {
            try {
                return draw.get();
            } catch (SequenceUnavailableException | CompletionException e) {
                // Each attempt waits for half a second.
            }
        }
        return draw.get();
    }
}
