package dev.idgen.internal.string;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idgen.DecodedId;
import dev.idgen.Extent;
import dev.idgen.IdService;
import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.Threads;
import dev.idgen.TimeOrderedIds;
import dev.idgen.internal.lease.ForwardingLeaseStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceFixture;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StringIdServiceTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int TIME_DIGITS = 15;

    private static final int THREADS = 8;

    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private final List<BucketSequence<?>> opened = new ArrayList<>();
    private final ManualTime time = new ManualTime(Instant.parse("2021-08-21T12:34:56.789Z"));

    @AfterEach
    void close() {
        threads.shutdownNow();
        opened.forEach(BucketSequence::close);
    }

    // Several ids

    @ParameterizedTest
    @ValueSource(ints = {1, 1024, IdService.MAX_BATCH})
    void batchHasTheRequestedNumberOfDifferentIds(int count) {
        StringIdService service = service(new InMemoryLeaseStore(TimeSource.system()), TimeSource.system());

        List<String> ids = service.nextIds("ORDR", count);

        assertThat(ids).hasSize(count).doesNotHaveDuplicates();
        assertThat(ids).allMatch(id -> id.length() == 27 && id.startsWith("ORDR", TIME_DIGITS));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, IdService.MAX_BATCH + 1})
    void batchSizeOutOfRangeIsRefused(int count) {
        StringIdService service = service();
        TimeOrderedIds<String> orders = service.forBusiness("ORDR");
        List<ThrowingCallable> calls = List.of(() -> service.nextIds("ORDR", count), () -> orders.next(count));

        assertThat(calls)
                .allSatisfy(call -> assertThatIllegalArgumentException()
                        .isThrownBy(call)
                        .withMessage("a batch has 1 to 100000 ids, not " + count));
    }

    // One business code

    @Test
    void generatorOfBusinessCodeDrawsFromTheSameSequence() {
        StringIdService service = service();
        TimeOrderedIds<String> orders = service.forBusiness("ORDR");
        List<String> ids = new ArrayList<>(orders.next(500));
        ids.addAll(service.forBusiness("PAY").next(500));
        ids.add(orders.next());
        ids.add(service.nextId());

        Set<List<Long>> numbers = new HashSet<>();
        for (String id : ids) {
            DecodedId decoded = service.decode(id);
            numbers.add(List.of(decoded.number("bucket"), decoded.number("number")));
        }
        assertThat(numbers).hasSize(1002);
        assertThat(ids.get(1000)).matches("210821123456789ORDR[0-9]{8}");
        assertThat(ids.get(1001)).matches("210821123456789[0-9]{8}");
        Instant end = time.instant().plusMillis(1);
        assertThat(List.of(service.range(time.instant(), end), orders.range(time.instant(), end)))
                .containsOnly(FORMAT.range(time.instant(), end));
    }

    // Without blocking, stopped and started

    @Test
    void nextIdAsyncCompletesWhenStockArrivesAndAtOnceWhenThereIsStock() throws Exception {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        StringIdService service = service(gated(gate), time);

        CompletableFuture<String> id = service.nextIdAsync("ORDR");
        assertThat(id).isNotDone();
        gate.complete(null);

        assertThat(id.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).matches("[0-9]{15}ORDR[0-9]{8}");
        assertThat(service.nextIdAsync("ORDR"))
                .isCompletedWithValueMatching(text -> text.matches("210821123456789ORDR[0-9]{8}"));
    }

    /** They would wait for numbers that no planner fetches any more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stopOrCloseRefusesCallersWhoWait(boolean closes) {
        StringIdService service = service(gated(new CompletableFuture<>()), time);
        CompletableFuture<String> waiting = service.nextIdAsync("");
        Future<String> blocked = threads.submit(() -> service.nextId());
        assertThat(waiting).isNotDone();

        if (closes) {
            service.close();
        } else {
            service.stop();
        }

        assertClosed(() -> waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        assertClosed(() -> blocked.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }

    private static void assertClosed(ThrowingCallable call) {
        Throwable failure = catchThrowable(call);
        assertThat(failure instanceof ExecutionException ? failure.getCause() : failure)
                .isInstanceOfSatisfying(
                        SequenceUnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
    }

    @Test
    void stoppedServiceRefusesThoughThereIsStockAndDrawsFromANewSequenceOnceStarted() {
        StringIdService service = service();
        TimeOrderedIds<String> orders = service.forBusiness("ORDR");
        service.start(); // starting or stopping it twice changes nothing
        List<String> before = service.nextIds("", 100);
        service.stop();
        service.stop();
        long left = opened.get(0).stock();

        assertThat(left).isPositive();
        assertClosed(service::nextId);
        assertClosed(() -> service.nextIds("ORDR", 3));
        assertClosed(orders::next);
        assertClosed(() -> service.nextIdAsync("ORDR").get());
        assertThat(service.unavailability()).get().asString().contains("closed");

        service.start();
        service.start();
        assertThat(service.nextIds("", 10_000)).doesNotContainAnyElementsOf(before);
        assertThat(opened).hasSize(2);
        assertThat(opened.get(0).stock()).isEqualTo(left);
        assertThat(service.unavailability()).isEmpty();
        assertThat(service.measures().stream()
                        .filter(measure -> measure.name().equals("idgen.issued"))
                        .mapToLong(measure -> measure.count().getAsLong())
                        .sum())
                .isEqualTo(10_100);
    }

    // Time in ids

    @Test
    void timeInIdsOfOneThreadNeverDecreasesWhileClockSteps() {
        ManualTime storeTime = new ManualTime(); // of a window that begins later, ids are later than the clock
        LeaseStore store = new InMemoryLeaseStore(storeTime);
        StringIdService service = service(store, time);
        String before = "";
        for (int i = 0; i < 20_000; i++) {
            if (i % 10 == 0) {
                time.advance(Duration.ofMillis(1));
                storeTime.advance(Duration.ofMillis(1));
            }
            if (i % 100 == 0) {
                time.stepWall(Duration.ofMillis(i % 200 == 0 ? -400 : 400));
            }
            String id = service.nextId().substring(0, TIME_DIGITS);
            if (id.compareTo(before) < 0) {
                assertThat(id).as("time in id %d", i).isGreaterThanOrEqualTo(before);
            }
            before = id;
        }
    }

    // Uniqueness

    /**
     * The clock stands still, so every id has the same time and any number given out twice shows: a stripe owned by two
     * threads, a quarter granted twice.
     */
    @Test
    void idsOfManyThreadsAreUnique() throws Exception {
        int perThread = Extent.of(50_000, 200_000);
        StringIdService service = service();
        Set<String> all = new HashSet<>(2 * THREADS * perThread);
        Threads.race(
                        THREADS,
                        () -> Stream.generate(service::nextId).limit(perThread).toList())
                .forEach(all::addAll);

        assertThat(all.size()).isEqualTo(THREADS * perThread);
        assertThat(all).allMatch(id -> id.startsWith("210821123456789"));
    }

    // Fixture

    private static final StringIdFormat FORMAT = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "default");

    /** Answers no look before the gate is open. */
    private LeaseStore gated(CompletableFuture<Void> gate) {
        return new ForwardingLeaseStore(new InMemoryLeaseStore(time)) {
            @Override
            public CompletionStage<Snapshot> read(String group, List<String> names) {
                return gate.thenCompose(opened -> super.read(group, names));
            }
        };
    }

    private StringIdService service() {
        return service(new InMemoryLeaseStore(time), time);
    }

    private StringIdService service(LeaseStore store, TimeSource source) {
        SequenceSettings patient = SequenceFixture.patient(PATIENCE);
        return new StringIdService(FORMAT, () -> {
            BucketSequence<StringIdWriter> sequence = BucketSequence.start(
                    "test", FORMAT.terms(), patient, store, BucketLayout.STANDARD, source, FORMAT::newWriter);
            opened.add(sequence);
            return sequence;
        });
    }
}
