package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.store.MasterWatch.Judgement;
import dev.idgen.store.MasterWatch.Master;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What sentinels and nodes of a cluster say of masters. */
class JudgementTests {

    /** Its slot is 12182. */
    private static final String KEY = "foo";

    private static final String OTHERS = """
            bbbb 10.0.0.2:6379@16379,node-2 %s - 0 1 2 connected 5461-10922
            cccc 10.0.0.3:6379@16379 %s - 0 1 3 connected 10923-12181 12182 12183-16383 [5-<-aaaa]
            dddd 10.0.0.4:6379@16379 slave cccc 0 1 3 connected
            """;

    private static Judgement node(String myself, String third) {
        return ClusterView.of("aaaa 10.0.0.1:6379@16379 myself," + myself + " - 0 0 1 connected 0-5460 [6-<-bbbb]\n"
                + OTHERS.formatted("master", third));
    }

    @Test
    void masterNamesTheOwnerOfASlot() {
        assertThat(node("master", "master").masterOf(KEY)).isEqualTo(new Master("cccc", 0));
        assertThat(node("master", "master").masterOf("{bar}")).isEqualTo(new Master("aaaa", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"master,fail?", "master,fail", "slave"})
    void ownerThatSeemsToHaveFailedIsNotNamed(String flags) {
        assertThat(node("master", flags).masterOf(KEY)).isNull();
    }

    @Test
    void replicaHasNoSay() {
        assertThat(node("slave", "master").masterOf(KEY)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "master, 10.0.0.1:6379, 10.0.0.1:6379",
        "'master,s_down', 10.0.0.1:6379, ",
        "'master,o_down,failover_in_progress', 10.0.0.1:6379, ",
        "'master,failover_in_progress', 10.0.0.2:6379, 10.0.0.2:6379",
        "'master,disconnected', 10.0.0.1:6379, ",
        "master, '', "
    })
    void sentinelNamesNoMasterThatItIsReplacing(String flags, String address, String named) {
        Master master = SentinelView.of(
                        List.of("ip", "10.0.0.1", "port", "6379", "flags", flags, "config-epoch", "7"), address)
                .masterOf(KEY);
        assertThat(master).isEqualTo(named == null ? null : new Master(named, 7));
    }
}
