package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idgen.TcpProxy;
import dev.idgen.localredis.Wait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Four processes of four threads each, their clocks hours apart and stepping all the time, draw from one database, and no id comes
 * twice: in peace, while connections are cut, while the server is killed and starts again, and while a backup is put back.
 *
 * <p>{@code -Didgen.fleet.ids} sets how many ids each thread draws, and has those run, too, that take long; and {@code -Didgen.test.mariadbd} names MariaDB's program.
 */
@Tag(Fleet.TAG)
class DatabaseFleetIntegrationTests {

    private static final int IDS = Integer.getInteger("idgen.fleet.ids", 100_000);
    private static final boolean LONG = System.getProperty("idgen.fleet.ids") != null;

    /** How long the paced runs take. */
    private static final int PACED_SECONDS = LONG ? 60 : 20;

    private static final Duration LEASE_TTL = Duration.ofSeconds(10);

    /** Eight tenths of the ttl, and a little less. */
    private static final Duration UNNOTICED = Duration.ofMillis(7500);

    @TempDir
    private Path directory;

    /** What happens to a database, and to the way there, some times. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep no state
    enum Accident {
        NONE(0, true, (database, network) -> {}),
        /** What was granted since the backup was made is not known to the server any more. */
        BACKUP_IS_PUT_BACK(1, true, (database, network) -> {
            database.kill();
            database.backUp();
            database.start();
            Wait.millis(6000);
            database.kill();
            database.restore();
            database.start();
            Wait.millis(1000);
        }),
        OUTAGE_OF_EIGHT_TENTHS_OF_THE_TTL(1, false, (database, network) -> {
            network.refuse();
            Wait.of(UNNOTICED);
            network.leadTo(database.port);
        }),
        CUT_CONNECTIONS(20, false, (database, network) -> {
            network.cut();
            Wait.millis(700);
        }),
        /** A restart is a doubt, which takes three seconds of what is held. */
        RESTART(2, false, (database, network) -> {
            database.kill();
            database.start();
            Wait.of(LEASE_TTL);
        });

        private final int times;
        private final boolean always;
        private final BiConsumer<LocalDatabase, TcpProxy> accident;

        Accident(int times, boolean always, BiConsumer<LocalDatabase, TcpProxy> accident) {
            this.times = times;
            this.always = always;
            this.accident = accident;
        }
    }

    static Stream<Arguments> accidents() {
        return Stream.of(LocalDatabase.Kind.values())
                .flatMap(kind -> Stream.of(Accident.values()).map(accident -> Arguments.of(kind, accident)));
    }

    /** Each worker may hold what it needs for a ttl, so nothing but a backup makes calls fail. */
    @ParameterizedTest
    @MethodSource("accidents")
    void idsAreUniqueThroughAccidents(LocalDatabase.Kind kind, Accident accident) {
        assumeTrue(LONG || accident.always, "-Didgen.fleet.ids has it run");
        int rate = accident == Accident.NONE ? 0 : IDS / PACED_SECONDS;
        try (LocalDatabase database = kind.start(directory);
                TcpProxy network = new TcpProxy(database.port);
                Fleet fleet = start(database, network.port(), rate)) {
            long before = database.transactions();
            fleet.go();
            if (accident.times > 0) {
                Wait.millis(3000);
            }
            for (int i = 0; i < accident.times; i++) {
                assertThat(fleet.isRunning()).isTrue();
                accident.accident.accept(database, network);
            }
            List<String> accounts = fleet.assertUnique(kind + ", " + accident, IDS);
            if (!accident.always) {
                assertThat(accounts).allMatch(line -> line.endsWith(" errors=0"), "no call failed");
            }
            System.out.printf("Fleet on %s: %d transactions%n", kind, database.transactions() - before);
        }
    }

    private Fleet start(LocalDatabase database, int port, int rate) {
        return Fleet.start(
                directory,
                List.of(database.properties(port)),
                List.of(
                        "--fleet.ids=" + IDS,
                        "--fleet.rate=" + rate,
                        "--idgen.jdbc.initialize-schema=always",
                        "--idgen.sequence.lease-ttl=" + LEASE_TTL.toMillis() + "ms"));
    }
}
