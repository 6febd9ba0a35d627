package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CountedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.localredis.RedisServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Applications on two Redis servers that know nothing of each other share a namespace by regions. */
class RegionsIntegrationTests {

    private static final String PREFIX = "idgen.generators.";

    @AutoClose
    private static final RedisServer here = RedisServer.running();

    @AutoClose
    private static final RedisServer there = RedisServer.running();

    private static ApplicationContextRunner on(RedisServer redis, String... properties) {
        return TypicalApplication.onRedis(TypicalProperties.patient())
                .withPropertyValues(
                        "spring.data.redis.url=redis://" + redis.address(), "idgen.store-check.enabled=false")
                .withPropertyValues(properties);
    }

    private static ApplicationContextRunner withGenerators(RedisServer redis, String region) {
        return on(redis, "idgen.region=" + region)
                .withPropertyValues(TypicalProperties.patient(
                        "snow", "trace", "order", "invoice", "step", "segment", "multi", "decimal"))
                .withPropertyValues(
                        PREFIX + "snow.type=snowflake",
                        PREFIX + "trace.type=trace-id",
                        PREFIX + "order.type=counter",
                        PREFIX + "invoice.type=counter",
                        PREFIX + "invoice.template=INV-{yyyy}-{00000000}",
                        PREFIX + "step.type=counter",
                        PREFIX + "step.start=7",
                        PREFIX + "step.step=10",
                        PREFIX + "step.floor=1000",
                        PREFIX + "segment.type=segment",
                        PREFIX + "multi.type=multi-counter",
                        PREFIX + "multi.counters=16",
                        PREFIX + "multi.range=100000",
                        PREFIX + "decimal.type=decimal-id",
                        PREFIX + "decimal.launch-id=3",
                        PREFIX + "coupon.type=random-claim",
                        PREFIX + "coupon.start=1000",
                        PREFIX + "coupon.max=9999",
                        PREFIX + "coupon.attempts=200");
    }

    /** What is drawn of each kind by one application. */
    private static Map<String, List<Object>> draw(ApplicationContext context) {
        Map<String, List<Object>> drawn = new TreeMap<>();
        drawn.put("string", new ArrayList<>(context.getBean(IdService.class).nextIds("ORDR", 20_000)));
        IdGenerators all = context.getBean(IdGenerators.class);
        for (String name : all.names()) {
            int count = all.get(name) instanceof CountedIds || name.equals("coupon") ? 1000 : 10_000;
            IdGenerator<?> generator = all.get(name);
            drawn.put(
                    name, Stream.<Object>generate(generator::next).limit(count).toList());
        }
        return drawn;
    }

    @Test
    void noIdOfAnyKindIsIssuedByTwoRegions() {
        Map<String, List<Object>> first = new TreeMap<>();
        withGenerators(here, "1/2").run(context -> first.putAll(draw(context)));
        withGenerators(there, "2/2").run(context -> {
            Map<String, List<Object>> second = draw(context);
            assertThat(second.keySet()).isEqualTo(first.keySet()).hasSize(10);
            first.forEach((name, ids) -> {
                List<Object> both = new ArrayList<>(ids);
                both.addAll(second.get(name));
                assertThat(new HashSet<>(both)).as(name).hasSameSizeAs(both);
            });
            assertThat(first.get("order")).startsWith(list(1, 3, 5));
            assertThat(second.get("order")).startsWith(list(2, 4, 6));
            assertThat(first.get("step")).startsWith(list(1007, 1027, 1047));
            assertThat(second.get("step")).startsWith(list(1017, 1037, 1057));

            LongIdGenerator snow = context.getBean("snow", LongIdGenerator.class);
            assertThat(nodes(snow, first.get("snow"))).singleElement().matches(node -> node % 2 == 0);
            assertThat(nodes(snow, second.get("snow"))).singleElement().matches(node -> node % 2 == 1);
            IdService strings = context.getBean(IdService.class);
            assertThat(first.get("string"))
                    .allMatch(id -> strings.decode((String) id).number("bucket") % 2 == 0);
            assertThat(second.get("string"))
                    .allMatch(id -> strings.decode((String) id).number("bucket") % 2 == 1);
            LongIdGenerator order = context.getBean("order", LongIdGenerator.class);
            assertThat(order.decode(5L).number("number")).isEqualTo(5);
            assertThat(order.scheme().monotonicity()).isEqualTo(Monotonicity.SHARDED);

            ((CountedIds<?>) order).raiseTo(10_001);
            assertThat(order.nextLong()).isEqualTo(10_002);
        });
    }

    private static Object[] list(long... numbers) {
        return LongStream.of(numbers).boxed().toArray();
    }

    private static Set<Long> nodes(IdGenerator<Long> generator, List<?> ids) {
        Set<Long> nodes = new HashSet<>();
        ids.forEach(id -> nodes.add(generator.decode((Long) id).number("worker")));
        return nodes;
    }
}
