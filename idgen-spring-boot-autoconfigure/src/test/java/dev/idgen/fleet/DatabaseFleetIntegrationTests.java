package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.Wait;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Four processes of four threads each, their clocks hours apart and stepping all the time, draw from one database, and no id comes
 * twice: in peace, and while a backup is put back, so that the server does not know what was granted since.
 *
 * <p>{@code -Didgen.fleet.ids} sets how many ids each thread draws.
 */
@Tag(Fleet.TAG)
class DatabaseFleetIntegrationTests {

    private static final int IDS = Integer.getInteger("idgen.fleet.ids", 100_000);

    /** How long a paced run takes. */
    private static final int PACED_SECONDS = 20;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, false", "POSTGRESQL, true", "MARIADB, false", "MARIADB, true"})
    void idsAreUnique(LocalDatabase.Kind kind, boolean backupIsPutBack) {
        try (LocalDatabase database = kind.start(directory);
                Fleet fleet = start(database, backupIsPutBack ? IDS / PACED_SECONDS : 0)) {
            fleet.go();
            if (backupIsPutBack) {
                Wait.millis(3000);
                assertThat(fleet.isRunning()).isTrue();
                database.kill();
                database.backUp();
                database.start();
                Wait.millis(6000);
                database.kill();
                database.restore();
                database.start();
            }
            fleet.assertUnique(kind + (backupIsPutBack ? ", a backup is put back" : ""), IDS);
        }
    }

    private Fleet start(LocalDatabase database, int rate) {
        List<String> reach = database.properties();
        return Fleet.start(
                directory,
                List.of(
                        reach.get(0),
                        reach.get(1),
                        "--fleet.ids=" + IDS,
                        "--fleet.rate=" + rate,
                        "--idgen.jdbc.initialize-schema=always"));
    }
}
