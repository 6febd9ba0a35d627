package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idgen.IdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.localredis.RedisProgram;
import dev.idgen.localredis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A namespace takes as many keys and as much memory as {@code docs/redis.md} says. */
class FootprintIntegrationTests {

    private static final int BUCKETS = BucketLayout.STANDARD.buckets();

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @Test
    void namespaceTakesWhatThePageSays() {
        RedisApplications.on(redis).run(context -> {
            context.getBean(IdService.class).nextIds("", 1000);
            try (Jedis jedis = new Jedis(RedisServer.HOST, redis.port())) {
                await().atMost(Duration.ofSeconds(30)).until(() -> jedis.dbSize() == BUCKETS + 1);
                assertUses(jedis, "{idgen:3:*:*}", "{idgen:3:<namespace>:<bucket>}");
                assertUses(jedis, "{idgen:3:default}", "{idgen:3:<namespace>}");
                long all =
                        jedis.keys("*").stream().mapToLong(jedis::memoryUsage).sum();
                assertThat(all).isLessThan(100_000);
            }
        });
    }

    /** How many digits numbers and names have makes a difference of some bytes; other servers than the page's may use less. */
    private static void assertUses(Jedis jedis, String keys, String documented) throws IOException {
        Matcher row = Pattern.compile("`\\Q" + documented + "\\E` \\| .*? per namespace \\| (\\d+) \\|")
                .matcher(Files.readString(Path.of("..", "docs", "redis.md")));
        assertThat(row.find()).as("row of " + keys).isTrue();
        long said = Long.parseLong(row.group(1));
        long least = RedisProgram.version().startsWith("Redis 6.2.") ? said * 3 / 4 : 0;
        assertThat(jedis.keys(keys))
                .allSatisfy(key -> assertThat(jedis.memoryUsage(key)).isBetween(least, said * 5 / 4));
    }
}
