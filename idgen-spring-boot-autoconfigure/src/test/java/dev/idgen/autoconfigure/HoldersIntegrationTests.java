package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.actuate.IdgenHoldersEndpoint;
import dev.idgen.internal.actuate.IdgenHoldersEndpoint.LeaseHolder;
import dev.idgen.localredis.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Operators see which instances of a namespace leased lately. */
class HoldersIntegrationTests {

    @AutoClose
    private static final RedisServer redis = RedisServer.running();

    private static ApplicationContextRunner application(String namespace, String... more) {
        return TypicalApplication.onRedis(TypicalProperties.patient("order"))
                .withConfiguration(AutoConfigurations.of(IdgenActuatorAutoConfiguration.class))
                .withPropertyValues(
                        "spring.data.redis.port=" + redis.port(),
                        "idgen.namespace=" + namespace,
                        "idgen.generators.order.type=snowflake",
                        "management.endpoints.web.exposure.include=idgenholders",
                        "management.endpoints.jmx.exposure.include=idgenholders")
                .withPropertyValues(more);
    }

    @Test
    void instancesAreNamedWithWhatTheyHold() {
        application("named").run(context -> {
            context.getBean(IdService.class).nextId("ORDR");
            context.getBean("order", LongIdGenerator.class).nextLong();
            IdgenHoldersEndpoint endpoint = context.getBean(IdgenHoldersEndpoint.class);

            Map<String, LeaseHolder> holders = endpoint.holders(10);

            assertThat(holders).hasSize(1);
            String name = holders.keySet().iterator().next();
            LeaseHolder holder = holders.get(name);
            assertThat(name).endsWith("/" + ProcessHandle.current().pid());
            assertThat(holder.buckets()).isPositive();
            assertThat(holder.nodeIds()).hasSize(1);
            assertThat(holder.latest()).isNotNull();
            assertThat(holder.settings()).matches("[0-9a-z]{1,7}");
            assertThat(endpoint.holders(null).get(name).nodeIds()).isEmpty();
        });
    }

    @Test
    void hostsAreNotNamedIfThatIsSwitchedOff() {
        application("unnamed", "idgen.name-instances=false").run(context -> {
            context.getBean(IdService.class).nextId("ORDR");
            assertThat(context.getBean(IdgenHoldersEndpoint.class).holders(null).keySet())
                    .hasSize(1)
                    .allMatch(name -> name.matches("[0-9a-z]+"));
        });
    }
}
