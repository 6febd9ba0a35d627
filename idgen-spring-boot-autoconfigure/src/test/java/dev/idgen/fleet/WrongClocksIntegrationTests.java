package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Register;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.stamped.node.Node;
import dev.idgen.internal.store.redis.SkewedClock;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** A server whose clock differs from those of the instances by more than a minute. */
@Tag(Fleet.TAG)
class WrongClocksIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "clocks";
    private static final BucketLayout LAYOUT = new BucketLayout(2, 10);
    private static final Duration TTL = Duration.ofSeconds(5);
    private static final Duration NODE_TTL = Duration.ofSeconds(5);
    private static final long MARGIN = 2000;
    private static final Pattern TIME_OF_DAY = Pattern.compile("\\d{13}");

    private final GrantedWindows granted = new GrantedWindows(LAYOUT);

    private void drawFromAllBuckets(BucketSequence<String> sequence) {
        Wait.until("numbers of all buckets", () -> {
            draw(sequence, LAYOUT.quarterSize());
            return granted.groups().containsAll(List.of("0", "1", "2", "3"));
        });
    }

    /**
     * The instances are 90 seconds behind. Before: the young holder could not mark the loss, so the starter took all for new: overlaps
     * in 22 of 22 rounds.
     */
    @Test
    void holderThatIsYoungNotesALossAndAStarterWaits() {
        RedisServer redis = server();
        Register register = granted.of(register(redis, NAMESPACE));
        BucketSequence<String> right = sequence(register, LAYOUT, TTL, TimeSource.system());
        drawFromAllBuckets(right);
        right.close();
        LeasedNodeSource rightNodes = nodeSource(register, NODE_TTL, TimeSource.system());
        awaitNode(rightNodes);
        rightNodes.close();
        TimeSource behind = off(Duration.ofSeconds(-90));
        BucketSequence<String> holder = sequence(register, LAYOUT, TTL, behind);
        drawAll(holder, LAYOUT.quarterSize());
        LeasedNodeSource holdersNodes = nodeSource(register, NODE_TTL, behind);
        Node node = awaitNode(holdersNodes);

        loseAll(redis);
        Wait.until("the holder to ask", () -> {
            draw(holder, 1);
            Map<String, String> values = values(redis);
            return values.keySet().stream().anyMatch(name -> name.endsWith(" lease"))
                    && values.keySet().stream().anyMatch(name -> name.contains(":nodes:"));
        });
        Register starters = granted.of(register(redis, NAMESPACE));
        BucketSequence<String> starter = sequence(starters, LAYOUT, TTL, behind);
        LeasedNodeSource startersNodes = nodeSource(starters, NODE_TTL, behind);
        drawAll(starter, 4 * LAYOUT.quarterSize());
        drawAll(holder, 4 * LAYOUT.quarterSize());
        Node startersNode = startersNodes.current(); // none for two minutes, if no value tells that the server is right
        assertThat(startersNode == null || startersNode.id() != node.id()).isTrue();
        assertThat(granted.overlaps()).isEmpty();
    }

    /** Before: the starter's ids were 6 hours ahead, and so was all that it touched: after the next failover it was locked for 6 hours. */
    @Test
    void serverThatIsHoursAheadForAWhileWhileAnInstanceStartsPoisonsNothing() {
        RedisServer redis = server();
        SkewedClock skewed =
                opened(new SkewedClock(runner(new RedisStandaloneConfiguration(RedisServer.HOST, redis.port()))));
        Register register = granted.of(register(skewed, NAMESPACE));
        BucketSequence<String> holder = sequence(register, LAYOUT, TTL, TimeSource.system());
        LeasedNodeSource holdersNodes = nodeSource(register, NODE_TTL, TimeSource.system());
        drawFromAllBuckets(holder);
        Node node = awaitNode(holdersNodes);

        skewed.setAhead(Duration.ofHours(6));
        BucketSequence<String> starter = sequence(register, LAYOUT, TTL, TimeSource.system());
        LeasedNodeSource startersNodes = nodeSource(register, NODE_TTL, TimeSource.system());
        for (int i = 0; i < 100; i++) {
            draw(starter, 10);
            draw(holder, 10);
            Pause.millis(100);
        }
        skewed.setAhead(Duration.ZERO);
        assertNothingIsAhead(redis);

        changeRun(redis);
        drawAll(holder, 4 * LAYOUT.quarterSize());
        drawAll(starter, 4 * LAYOUT.quarterSize());
        drawAll(sequence(register, LAYOUT, TTL, TimeSource.system()), LAYOUT.quarterSize());
        assertThat(awaitNode(holdersNodes)).isSameAs(node);
        awaitNode(startersNodes);
        awaitNode(nodeSource(register, NODE_TTL, TimeSource.system()));
        assertNothingIsAhead(redis);
        assertThat(granted.overlaps()).isEmpty();
    }

    private static void assertNothingIsAhead(RedisServer redis) {
        long latest = millis(redis) + TTL.toMillis() + TTL.toMillis() + MARGIN;
        values(redis).forEach((name, value) -> {
            Matcher times = TIME_OF_DAY.matcher(value);
            while (times.find()) {
                assertThat(Long.parseLong(times.group()))
                        .as("%s: %s", name, value)
                        .isLessThan(latest);
            }
        });
    }
}
