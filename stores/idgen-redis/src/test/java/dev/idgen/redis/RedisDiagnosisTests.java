package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.redis.RedisDiagnosis.ServerState;
import dev.idgen.store.Finding;
import dev.idgen.store.StoreUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.convert.Converters;

/** What follows from the texts of {@code INFO} and from settings, as servers of several versions and vendors have them. */
class RedisDiagnosisTests {

    private static final StoreUse LEASES = new StoreUse(true, List.of());
    private static final StoreUse COUNTS = new StoreUse(true, List.of("invoice", "ticket"));

    /** Nothing is wrong with it. */
    private static final String SOUND = """
            # Server
            redis_version:6.2.11
            redis_mode:standalone

            # Memory
            maxmemory:0
            maxmemory_human:0B
            maxmemory_policy:noeviction

            # Persistence
            loading:0
            rdb_last_save_time:1795357949
            aof_enabled:1

            # Replication
            role:master
            connected_slaves:0
            master_replid:536fc6b7184aba6dbdd0c8c6c41774b3c6d57be1

            # Cluster
            cluster_enabled:0
            """;

    private static final Map<String, String> SOUND_SETTINGS = Map.of("appendfsync", "always");

    private static ServerState server(String address, String info, Map<String, String> config) {
        Properties settings = new Properties();
        settings.putAll(config);
        return new ServerState(address, Converters.toProperties(info), name -> settings, Duration.ZERO, true);
    }

    private static ServerState server(String... changes) {
        String info = SOUND;
        Map<String, String> config = new HashMap<>(SOUND_SETTINGS);
        for (String change : changes) {
            String[] parts = change.split("[:=]", 2);
            if (change.contains(":")) {
                info = info.lines().noneMatch(line -> line.startsWith(parts[0] + ":"))
                        ? info + change + "\n"
                        : info.replaceFirst("(?m)^" + parts[0] + ":.*$", change);
            } else {
                config.put(parts[0], parts[1]);
            }
        }
        return server("", info, config);
    }

    private static List<Finding> findings(StoreUse use, ServerState... servers) {
        RedisDiagnosis diagnosis = new RedisDiagnosis(use);
        List.of(servers).forEach(diagnosis::look);
        diagnosis.compareClocks(List.of(servers));
        return diagnosis.findings();
    }

    /** What is found of a sound server and something else. */
    private static List<Finding> findings(StoreUse use, Consumer<RedisDiagnosis> further) {
        RedisDiagnosis diagnosis = new RedisDiagnosis(use);
        diagnosis.look(server());
        further.accept(diagnosis);
        return diagnosis.findings();
    }

    /** Of a sound server and something else there is one finding. */
    private static void assertText(Consumer<RedisDiagnosis> further, String text) {
        assertThat(findings(LEASES, further))
                .singleElement()
                .extracting(Finding::text)
                .asString()
                .startsWith(text);
    }

    private static void assertFound(String name, String found, StoreUse use, ServerState... servers) {
        RedisFinding finding = RedisFinding.ALL.get(name);
        assertThat(findings(use, servers)).singleElement().satisfies(only -> {
            assertThat(only.name()).isEqualTo(name);
            assertThat(only.level()).isEqualTo(finding.level());
            assertThat(only.text())
                    .startsWith(found + ". ")
                    .contains(finding.cost())
                    .endsWith(finding.remedy() + ".");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "maxmemory:0",
                "connected_slaves:2;min_slaves_good_slaves:2;min-replicas-max-lag=1",
                "maxmemory:1000;maxmemory_policy:volatile-lru",
                "cluster_enabled:1;cluster-require-full-coverage=no",
                "db0:keys=3,expires=0,avg_ttl=0"
            })
    void soundServerHasNoFindings(String changes) {
        assertThat(findings(COUNTS, server(changes.split(";")))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            LEASES | maxmemory-policy | maxmemory:104857600;maxmemory_policy:allkeys-lru | 'maxmemory-policy' is 'allkeys-lru', and 'maxmemory' is 104857600 bytes
            LEASES | maxmemory-policy | maxmemory:104857600;maxmemory_policy:allkeys-lfu | 'maxmemory-policy' is 'allkeys-lfu', and 'maxmemory' is 104857600 bytes
            LEASES | maxmemory-policy | maxmemory_policy:allkeys-random | 'maxmemory-policy' is 'allkeys-random', and takes effect as soon as 'maxmemory' is set
            LEASES | min-replicas-to-write | connected_slaves:1 | there is 1 replica, and 'min-replicas-to-write' or 'min-replicas-max-lag' is 0
            LEASES | min-replicas-max-lag | connected_slaves:2;min_slaves_good_slaves:2;min-replicas-max-lag=10 | there are 2 replicas, and 'min-replicas-max-lag' is 10
            LEASES | cluster-require-full-coverage | cluster_enabled:1;cluster-require-full-coverage=yes | 'cluster-require-full-coverage' is 'yes', and there is no replica
            COUNTS | persistence | aof_enabled:0;save= | 'appendonly' is 'no' and 'save' is empty, so that nothing is kept on disk; counted there: invoice, ticket
            COUNTS | persistence | aof_enabled:0;save=3600 1 300 100 | 'appendonly' is 'no' and 'save' is '3600 1 300 100'; counted there: invoice, ticket
            COUNTS | appendfsync | appendfsync=everysec | 'appendfsync' is 'everysec'; counted there: invoice, ticket
            COUNTS | replica | role:slave;master_host:10.0.0.1;master_port:6379;aof_enabled:0 | this is a replica of 10.0.0.1:6379
            COUNTS | replica | role:active-replica | the role is 'active-replica', not 'master'
            """)
    void findingOfAServer(String use, String name, String changes, String found) {
        assertFound(name, "Redis: " + found, use.equals("COUNTS") ? COUNTS : LEASES, server(changes.split(";")));
    }

    @Test
    void serversOfWhichTheSameIsFoundAreNamedTogether() {
        String evicting = SOUND.replace("noeviction", "allkeys-lru");
        String other = SOUND.replace("noeviction", "allkeys-random");
        assertFound(
                "maxmemory-policy",
                "Redis 127.0.0.1:1, 127.0.0.1:2 and 127.0.0.1:3: 'maxmemory-policy' is 'allkeys-lru', and takes effect as soon as"
                        + " 'maxmemory' is set; Redis 127.0.0.1:4: 'maxmemory-policy' is 'allkeys-random', and takes effect as"
                        + " soon as 'maxmemory' is set",
                LEASES,
                server("127.0.0.1:1", evicting, Map.of()),
                server("127.0.0.1:2", evicting, Map.of()),
                server("127.0.0.1:3", evicting, Map.of()),
                server("127.0.0.1:4", other, Map.of()),
                server("127.0.0.1:5", SOUND, Map.of()));
    }

    // What is refused

    @Test
    void otherDatabasesWithTheNamespaceAreNamed() {
        ServerState server = server("db0:keys=3,expires=0,avg_ttl=0", "db11:keys=1,expires=1,avg_ttl=7");
        assertThat(server.databases()).containsExactly(0, 11);
        assertText(
                diagnosis -> diagnosis.compareDatabases(server, 2, List.of("0", "11")),
                "Redis: this application uses database 2, and the namespace is in database 0 and 11, too. ");
        assertThat(findings(LEASES, diagnosis -> diagnosis.compareDatabases(server, 2, List.of())))
                .isEmpty();
    }

    /** As managed servers have it. */
    @Test
    void settingsThatAreRefusedAreNamedIfTheyMatter() {
        ServerState counting = server("aof_enabled:0");
        ServerState refusing = new ServerState("", counting.info(), name -> null, Duration.ZERO, true);
        assertThat(findings(COUNTS, refusing))
                .extracting(Finding::text)
                .satisfiesExactly(
                        text -> assertThat(text)
                                .startsWith("Redis: 'appendonly' is 'no'; counted there: invoice, ticket. "),
                        text -> assertThat(text).startsWith("Redis: 'CONFIG GET' of 'save' is refused. "));
        assertThat(findings(LEASES, refusing)).isEmpty();
    }

    @Test
    void settingsAreAskedForWhereTheyMatter() {
        assertThat(settingsReadFrom(COUNTS, server())).containsExactly("appendfsync");
        assertThat(settingsReadFrom(COUNTS, server("aof_enabled:0"))).containsExactly("save");
        assertThat(settingsReadFrom(LEASES, server("connected_slaves:1", "min_slaves_good_slaves:1")))
                .containsExactly("min-replicas-max-lag");
        assertThat(settingsReadFrom(LEASES, server("cluster_enabled:1")))
                .containsExactly("cluster-require-full-coverage");
        assertThat(settingsReadFrom(COUNTS, server("role:slave"))).isEmpty();
        ServerState forgetful = server("aof_enabled:0", "save=", "appendfsync=no");
        assertThat(settingsReadFrom(LEASES, forgetful)).as("leases survive").isEmpty();
        assertThat(findings(LEASES, forgetful)).isEmpty();
    }

    /** For which settings the server is asked. */
    private static List<String> settingsReadFrom(StoreUse use, ServerState server) {
        List<String> names = new ArrayList<>();
        new RedisDiagnosis(use)
                .look(new ServerState(
                        "",
                        server.info(),
                        name -> {
                            names.add(name);
                            return new Properties();
                        },
                        Duration.ZERO,
                        true));
        return names;
    }

    // Clocks

    private static ServerState clock(String address, long aheadMillis, boolean trusted) {
        ServerState sound = server();
        return new ServerState(address, sound.info(), sound.config(), Duration.ofMillis(aheadMillis), trusted);
    }

    @Test
    void clockThatIsOff() {
        assertFound("clock", "Redis: the clock is 5200 ms behind this machine's", LEASES, clock("", -5200, false));
        assertFound("clock", "Redis: the clock is 1001 ms ahead of this machine's", LEASES, clock("", 1001, false));
        assertThat(findings(new StoreUse(false, List.of("invoice")), clock("", -5200, false)))
                .isEmpty();
    }

    @Test
    void clocksThatDifferAreAFinding() {
        assertFound(
                "clocks",
                "Redis b:1: the clock is 1000 ms ahead of that of c:1",
                LEASES,
                clock("a:1", 0, true),
                clock("b:1", 400, true),
                clock("c:1", -600, true));
        assertThat(findings(LEASES, clock("a:1", 0, true), clock("b:1", 999, true)))
                .isEmpty();
    }

    // Sentinels

    private static Consumer<RedisDiagnosis> sentinels(long downAfterMillis) {
        return diagnosis -> diagnosis.lookAtSentinels(Duration.ofMillis(downAfterMillis), Duration.ofSeconds(10));
    }

    @Test
    void sentinelsThatNoticeTooLate() {
        assertText(
                sentinels(30_000),
                "Redis: 'down-after-milliseconds' of the sentinels is 30000, but ids bridge a failover of 6000 ms,"
                        + " 0.8 'idgen.sequence.lease-ttl' less 2 s. ");
        assertThat(findings(LEASES, sentinels(6_000))).isEmpty();
        assertThat(findings(new StoreUse(false, List.of("invoice")), sentinels(30_000)))
                .isEmpty();
    }

    // The pool

    @Test
    void poolThatIsTooSmall() {
        assertText(diagnosis -> diagnosis.lookAtPool(7), "Redis: the connection pool has at most 7 connections. ");
        for (int size : new int[] {8, 16, -1}) {
            assertThat(findings(LEASES, diagnosis -> diagnosis.lookAtPool(size)))
                    .as("%s connections", size)
                    .isEmpty();
        }
    }

    // The driver

    @Test
    void hostWhoseAddressTheJvmKeeps() {
        assertText(
                diagnosis -> diagnosis.lookAtHost("redis.shop", 30),
                "Redis: the JVM keeps the address of 'redis.shop' for 30 s. ");
        assertText(
                diagnosis -> diagnosis.lookAtHost("redis", -1),
                "Redis: the JVM keeps the address of 'redis' until it ends. ");
    }

    @ParameterizedTest
    @CsvSource({"redis.shop, 1", "redis.shop, 0", "localhost, 30", "10.0.0.7, 30", "fd00::a, 30"})
    void hostWhoseAddressIsAskedForAgain(String host, int seconds) {
        assertThat(findings(LEASES, diagnosis -> diagnosis.lookAtHost(host, seconds)))
                .isEmpty();
    }

    @Test
    void sentinelsThatAreNotListed() {
        assertText(diagnosis -> diagnosis.countSentinels(5, 3), "Redis: the sentinels are 5, and 3 are listed. ");
        assertThat(findings(LEASES, diagnosis -> diagnosis.countSentinels(3, 3)))
                .isEmpty();
        assertThat(findings(new StoreUse(false, List.of("invoice")), diagnosis -> diagnosis.countSentinels(5, 3)))
                .isEmpty();
    }
}
