package dev.idgen.internal.string;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.DecodedId;
import dev.idgen.Extent;
import dev.idgen.IdGenerator;
import dev.idgen.IdRange;
import dev.idgen.IdService;
import dev.idgen.InvalidBusinessCodeException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.internal.register.ForwardingRegister;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
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
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StringIdServiceTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int TIME_DIGITS = 15;

    private static final int THREADS = 8;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final List<BucketSequence<?>> opened = new ArrayList<>();
    private final ManualTime time = new ManualTime(Instant.parse("2021-08-21T12:34:56.789Z"));

    @AfterEach
    void close() {
        threads.shutdownNow();
        opened.forEach(BucketSequence::close);
    }

    // One id

    @ParameterizedTest
    @ValueSource(strings = {"", "X", "ab", "0Zz", "ORDR"})
    void nextIdWithBusinessCodeHasItBetweenTimeAndDigits(String business) {
        StringIdService service = service();

        String id = service.nextId(business);

        assertThat(id).matches("210821123456789" + business + "[0-9]{8}");
        assertThat(service.decode(id).text("business")).isEqualTo(business);
        assertThat(service.decode(id).instant()).isEqualTo(time.instant());
    }

    @Test
    void malformedBusinessCodeIsRefusedByEachMethod() {
        StringIdService service = service();
        List<ThrowingCallable> calls = List.of(
                () -> service.nextId("OR-1"),
                () -> service.nextIds("OR-1", 1),
                () -> service.nextIdAsync("OR-1"),
                () -> service.forBusiness("OR-1"));

        assertThat(calls)
                .allSatisfy(call -> assertThatExceptionOfType(InvalidBusinessCodeException.class)
                        .isThrownBy(call)
                        .withMessageContaining("business code 'OR-1'"));
    }

    // Several ids

    @ParameterizedTest
    @ValueSource(ints = {1, 1024, IdService.MAX_BATCH})
    void batchHasTheRequestedNumberOfDifferentIds(int count) {
        StringIdService service = service(new InMemoryRegister(TimeSource.system()), TimeSource.system());

        List<String> ids = service.nextIds("ORDR", count);

        assertThat(ids).hasSize(count).doesNotHaveDuplicates();
        assertThat(ids).allMatch(id -> id.length() == 27 && id.startsWith("ORDR", TIME_DIGITS));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, IdService.MAX_BATCH + 1})
    void batchSizeOutOfRangeIsRefused(int count) {
        StringIdService service = service();
        IdGenerator<String> orders = service.forBusiness("ORDR");
        String message = "a batch has 1 to 100000 ids, not " + count;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> service.nextIds("ORDR", count))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> orders.next(count))
                .withMessage(message);
    }

    // One business code

    @Test
    void generatorOfBusinessCodeDrawsFromTheSameSequence() {
        StringIdService service = service();
        IdGenerator<String> orders = service.forBusiness("ORDR");
        IdGenerator<String> payments = service.forBusiness("PAY");

        List<String> ids = new ArrayList<>(orders.next(500));
        ids.addAll(payments.next(500));
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
        assertThat(orders).hasToString("string ids of business code 'ORDR'");
        IdRange<String> range = FORMAT.range(time.instant(), time.instant().plusMillis(1));
        assertThat(service.range(time.instant(), time.instant().plusMillis(1))).isEqualTo(range);
        assertThat(orders.range(time.instant(), time.instant().plusMillis(1))).isEqualTo(range);
    }

    // Without blocking

    @Test
    void nextIdAsyncCompletesWhenStockArrivesAndAtOnceWhenThereIsStock() throws Exception {
        GatedStore store = new GatedStore(new InMemoryRegister(time));
        StringIdService service = service(store, time);

        CompletableFuture<String> id = service.nextIdAsync("ORDR");
        assertThat(id).isNotDone();
        store.open();

        assertThat(id.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).matches("[0-9]{15}ORDR[0-9]{8}");
        assertThat(service.nextIdAsync("ORDR"))
                .isCompletedWithValueMatching(text -> text.matches("210821123456789ORDR[0-9]{8}"));
    }

    @Test
    void nextIdAfterCloseIsRefusedThoughThereIsStock() {
        StringIdService service = service(new InMemoryRegister(time), time);
        service.nextId();

        service.close();

        assertThatExceptionOfType(SequenceUnavailableException.class)
                .isThrownBy(service::nextId)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
        assertThat(failure(service.nextIdAsync("")).reason()).isEqualTo(Reason.CLOSED);
    }

    private static SequenceUnavailableException failure(CompletableFuture<String> id) {
        ExecutionException failure =
                catchThrowableOfType(ExecutionException.class, () -> id.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        return (SequenceUnavailableException) failure.getCause();
    }

    // Stopped and started

    @Test
    void stoppedServiceRefusesThoughThereIsStock() {
        StringIdService service = service();
        IdGenerator<String> orders = service.forBusiness("ORDR");
        service.nextId();

        service.stop();

        assertThat(opened).hasSize(1);
        assertThat(opened.get(0).stock()).isPositive();
        assertClosed(catchThrowableOfType(SequenceUnavailableException.class, service::nextId));
        assertClosed(catchThrowableOfType(SequenceUnavailableException.class, () -> service.nextIds("ORDR", 3)));
        assertClosed(catchThrowableOfType(SequenceUnavailableException.class, orders::next));
        assertClosed(failure(service.nextIdAsync("ORDR")));
        assertThat(service.trouble()).get().asString().contains("closed");
    }

    private static void assertClosed(SequenceUnavailableException failure) {
        assertThat(failure.reason()).isEqualTo(Reason.CLOSED);
    }

    @Test
    void serviceStartedAgainDrawsFromOneNewSequenceAndNothingFromTheOneBefore() {
        StringIdService service = service();
        service.start(); // starting or stopping it twice changes nothing
        List<String> before = service.nextIds("", 100);
        service.stop();
        service.stop();
        long left = opened.get(0).stock();

        service.start();
        service.start();
        List<String> after = service.nextIds("", 10_000);

        assertThat(after).doesNotContainAnyElementsOf(before);
        assertThat(opened).hasSize(2);
        assertThat(opened.get(0).stock()).isEqualTo(left);
        assertThat(service.trouble()).isEmpty();
        assertThat(service.measures().stream()
                        .filter(measure -> measure.name().equals("idgen.issued"))
                        .mapToLong(measure -> measure.count().getAsLong())
                        .sum())
                .isEqualTo(10_100);
    }

    /** They would wait for numbers that no planner fetches any more. */
    @Test
    void stopRefusesCallersWhoWait() {
        StringIdService service = service(new GatedStore(new InMemoryRegister(time)), time);
        CompletableFuture<String> waiting = service.nextIdAsync("");
        Future<String> blocked = threads.submit(() -> service.nextId());
        assertThat(waiting).isNotDone();

        service.stop();

        assertClosed(failure(waiting));
        assertThat(catchThrowableOfType(
                        ExecutionException.class, () -> blocked.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)))
                .cause()
                .isInstanceOfSatisfying(SequenceUnavailableException.class, StringIdServiceTests::assertClosed);
    }

    // Time in ids

    @Test
    void timeInIdsStandsStillWhileSteppedBackClockCatchesUp() {
        BucketSequence<StringIdWriter> sequence = sequence(new InMemoryRegister(new ManualTime(time.instant())), time);
        StringIdService service = new StringIdService(FORMAT, () -> sequence);
        String before = service.nextId();

        time.stepWall(Duration.ofMillis(-500));
        while (!sequence.clockSkew().equals(Duration.ofMillis(-500))) {
            service.nextIds("", 1000); // until the store has answered and the step is taken over
        }

        assertThat(service.nextId().substring(0, TIME_DIGITS)).isEqualTo(before.substring(0, TIME_DIGITS));
        time.advance(Duration.ofMillis(501));
        assertThat(service.decode(service.nextId()).instant())
                .isEqualTo(service.decode(before).instant().plusMillis(1));
    }

    @Test
    void timeInIdsOfOneThreadNeverDecreasesWhileClockSteps() {
        ManualTime storeTime = new ManualTime(); // of a window that begins later, ids are later than the clock
        Register store = new InMemoryRegister(storeTime);
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
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<List<String>>> results = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            results.add(threads.submit(() -> {
                List<String> ids = new ArrayList<>(perThread);
                start.await();
                for (int i = 0; i < perThread; i++) {
                    ids.add(service.nextId());
                }
                return ids;
            }));
        }
        Set<String> all = new HashSet<>(2 * THREADS * perThread);
        for (Future<List<String>> result : results) {
            all.addAll(result.get());
        }

        assertThat(all.size()).isEqualTo(THREADS * perThread);
        assertThat(all).allMatch(id -> id.startsWith("210821123456789"));
    }

    // Fixture

    private static final StringIdFormat FORMAT = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "default");

    private StringIdService service() {
        return service(new InMemoryRegister(time), time);
    }

    private StringIdService service(Register store, TimeSource source) {
        return new StringIdService(FORMAT, () -> sequence(store, source));
    }

    private BucketSequence<StringIdWriter> sequence(Register store, TimeSource source) {
        SequenceSettings defaults = SequenceSettings.defaults();
        SequenceSettings patient = new SequenceSettings(
                defaults.leaseTtl(),
                PATIENCE,
                defaults.requestTimeout(),
                defaults.breakerWait(),
                defaults.maxLead(),
                defaults.maxSkew());
        BucketSequence<StringIdWriter> sequence = BucketSequence.start(
                "test", FORMAT.terms(), patient, store, BucketLayout.STANDARD, source, FORMAT::newWriter);
        opened.add(sequence);
        return sequence;
    }

    /** Does not answer the first question until opened. */
    private static final class GatedStore extends ForwardingRegister {

        private final CompletableFuture<Void> gate = new CompletableFuture<>();

        GatedStore(Register store) {
            super(store);
        }

        void open() {
            gate.complete(null);
        }

        @Override
        public CompletionStage<Look> look(String group, List<String> names) {
            return gate.thenCompose(opened -> super.look(group, names));
        }
    }
}
