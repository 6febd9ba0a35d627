package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.TcpProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Four processes of four threads each, their clocks hours apart and stepping all the time, draw from one database, and no id comes
 * twice: in peace, while connections are cut, while the server is killed and starts again, and while a backup is put back.
 *
 * <p>{@code -Didgen.fleet.ids} sets how many ids each thread draws, and has those run, too, that take long; and {@code -Didgen.test.mariadbd} names MariaDB's program.
 */
@Tag(Fleet.TAG)
class DatabaseFleetIntegrationTests {

    private static final int THREADS = 4;
    private static final int IDS = Integer.getInteger("idgen.fleet.ids", 100_000);
    private static final Duration MOST = Duration.ofMinutes(5);

    private static final boolean LONG = IDS > 100_000;

    /** How long the paced runs take. */
    private static final int PACED_SECONDS = LONG ? 60 : 20;

    private static final Duration LEASE_TTL = Duration.ofSeconds(10);

    /** Eight tenths of the ttl, and a little less. */
    private static final Duration UNNOTICED = Duration.ofMillis(7500);

    @TempDir
    private Path directory;

    /** A kind of database. */
    enum Kind {
        POSTGRESQL,
        MARIADB;

        LocalDatabase start(Path directory) {
            LocalDatabase database =
                    this == POSTGRESQL ? LocalDatabase.postgresql(directory) : LocalDatabase.mariadb(directory);
            database.start();
            return database;
        }
    }

    /** What happens to a database, and to the way there. */
    private interface Accident {

        void happen(LocalDatabase database, TcpProxy network);
    }

    @ParameterizedTest
    @EnumSource
    void idsAreUniqueInPeace(Kind kind) {
        try (LocalDatabase database = kind.start(directory);
                Fleet fleet = start(database, database.port, 0)) {
            long before = database.transactions();
            fleet.go();
            Fleet.Outcome outcome = fleet.await(MOST);
            long transactions = database.transactions() - before;
            System.out.printf(
                    "Fleet on %s: %.3f transactions per 1,000 ids%n",
                    kind, 1000.0 * transactions / outcome.ids().size());
            assertUnique(kind + " in peace", outcome);
        }
    }

    /** Nothing was lost, and callers notice nothing. */
    @ParameterizedTest
    @EnumSource
    @EnabledIfSystemProperty(named = "idgen.fleet.ids", matches = ".+")
    void outageOfEightTenthsOfTheTtlIsNotNoticed(Kind kind) {
        Fleet.Outcome outcome = through(kind, 1, (database, network) -> {
            network.refuse();
            Pause.of(UNNOTICED);
            network.leadTo(database.port);
        });
        assertThat(outcome.lines()).allMatch(line -> line.contains(" errors=0 "), "no call failed");
    }

    @ParameterizedTest
    @EnumSource
    @EnabledIfSystemProperty(named = "idgen.fleet.ids", matches = ".+")
    void idsAreUniqueWhenConnectionsAreCut(Kind kind) {
        Fleet.Outcome outcome = through(kind, 20, (database, network) -> {
            network.cut();
            Pause.millis(700);
        });
        assertThat(outcome.lines()).allMatch(line -> line.contains(" errors=0 "), "no call failed");
    }

    /** A restart is a doubt, which takes three seconds of what is held. */
    @ParameterizedTest
    @EnumSource
    @EnabledIfSystemProperty(named = "idgen.fleet.ids", matches = ".+")
    void restartOfAKilledServerIsNotNoticed(Kind kind) {
        Fleet.Outcome outcome = through(kind, 2, (database, network) -> {
            database.kill();
            database.start();
            Pause.of(LEASE_TTL);
        });
        assertThat(outcome.lines()).allMatch(line -> line.contains(" errors=0 "), "no call failed");
    }

    /** What was granted since the backup was made is not known to the server any more. */
    @ParameterizedTest
    @EnumSource
    void idsAreUniqueWhenABackupIsPutBack(Kind kind) {
        through(kind, LONG ? 2 : 1, (database, network) -> {
            database.kill();
            database.backUp();
            database.start();
            Pause.millis(6000);
            database.kill();
            database.restore();
            database.start();
            Pause.millis(1000);
        });
    }

    /** Each worker may hold what it needs for a ttl. */
    private Fleet.Outcome through(Kind kind, int times, Accident accident) {
        try (LocalDatabase database = kind.start(directory);
                TcpProxy network = new TcpProxy(database.port);
                Fleet fleet = start(database, network.port(), IDS / PACED_SECONDS)) {
            fleet.go();
            Pause.millis(3000);
            for (int i = 0; i < times; i++) {
                assertThat(fleet.isRunning()).isTrue();
                accident.happen(database, network);
            }
            Fleet.Outcome outcome = fleet.await(MOST);
            assertUnique(kind + ", " + times + " times", outcome);
            return outcome;
        }
    }

    private Fleet start(LocalDatabase database, int port, int rate, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--fleet.threads=" + THREADS,
                "--fleet.ids=" + IDS,
                "--fleet.rate=" + rate,
                "--idgen.jdbc.initialize-schema=always",
                "--idgen.sequence.lease-ttl=" + LEASE_TTL.toMillis() + "ms"));
        arguments.addAll(List.of(more));
        return Fleet.startOn(directory, List.of(database.properties(port)), arguments);
    }

    private static void assertUnique(String what, Fleet.Outcome outcome) {
        System.out.println("Fleet on " + what + ": " + outcome);
        assertThat(outcome.ids().size()).isEqualTo(Fleet.SIZE * THREADS * IDS);
        assertThat(outcome.ids().duplicates()).as("duplicates in %s", outcome).isZero();
    }
}
