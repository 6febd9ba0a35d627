package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.idgen.IdService;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.localredis.RedisServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The one line that says at the start where ids come from. */
@ExtendWith(OutputCaptureExtension.class)
class UsedStoresIntegrationTests {

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private final String database = "jdbc:h2:mem:" + UUID.randomUUID();

    private final ApplicationContextRunner alone = TypicalApplication.withoutStore()
            .withConfiguration(AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class))
            .withPropertyValues("idgen.namespace=shop");

    private final ApplicationContextRunner application = alone.withConfiguration(
                    AutoConfigurations.of(DataRedisAutoConfiguration.class))
            .withPropertyValues("spring.data.redis.port=" + redis.port());

    private final ApplicationContextRunner withDatabase = application
            .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
            .withPropertyValues("spring.datasource.url=" + database + ";DB_CLOSE_DELAY=-1");

    private static String redis(int index) {
        return "redis at localhost:" + redis.port() + ", database " + index;
    }

    @Test
    void lineNamesEachStoreWithWhatItHolds(CapturedOutput output) {
        String order = "idgen.generators.order.type=snowflake";
        String invoice = "idgen.generators.invoice.type=counter";
        Map<String, ApplicationContextRunner> applications = new LinkedHashMap<>();
        applications.put(
                "idgen namespace 'shop', region 1/1: string ids with lease-ttl 45s in " + redis(0), application);
        applications.put(
                "idgen namespace 'shop', region 2/4: counters [invoice] in " + redis(3),
                application
                        .withBean(IdService.class, () -> mock(IdService.class))
                        .withPropertyValues("spring.data.redis.database=3", "idgen.region=2/4", invoice));
        applications.put(
                "idgen namespace 'shop', region 1/1: string ids with lease-ttl 1500ms, node ids with lease-ttl 20s,"
                        + " counters [invoice] in " + redis(5),
                withDatabase.withPropertyValues(
                        "spring.data.redis.database=5", // where another ttl is not refused
                        "idgen.sequence.lease-ttl=1500ms",
                        "idgen.lease-ttl=20s",
                        order,
                        invoice));
        applications.put(
                "string ids with lease-ttl 45s in " + redis(0) + "; counters [invoice] in " + database,
                withDatabase.withPropertyValues(invoice, "idgen.generators.invoice.store=jdbc"));
        applications.put(
                "string ids with lease-ttl 45s, counters [invoice] in " + database,
                withDatabase.withPropertyValues("idgen.store=jdbc", invoice));
        applications.put(
                "string ids with lease-ttl 20s, node ids with lease-ttl 120s in memory",
                alone.withPropertyValues(
                        "idgen.store=memory", "idgen.lease-ttl=20s", "idgen.node.lease-ttl=2m", order));
        List<String> expected = new ArrayList<>();
        applications.forEach((line, configured) -> {
            expected.add(line);
            configured.run(context -> assertThat(context).hasNotFailed());
            List<String> lines = output.toString()
                    .lines()
                    .filter(logged -> logged.contains("UsedStores") && logged.contains("idgen namespace 'shop'"))
                    .toList();
            assertThat(lines).hasSameSizeAs(expected);
            assertThat(lines.get(lines.size() - 1)).contains(" INFO ").endsWith(line);
        });
    }

    /** Nothing is created for the sake of the line. */
    @Test
    void lineIsMissingWithoutAStoreOrWhereBeansAreCreatedOnDemand(CapturedOutput output) {
        alone.withPropertyValues("idgen.generators.key.type=uuid-v7")
                .run(context -> assertThat(context).hasNotFailed());
        application
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> assertThat(context.getBeanFactory().containsSingleton(ConfiguredGenerators.BEAN))
                        .isFalse());
        assertThat(output).doesNotContain("idgen namespace");
    }
}
