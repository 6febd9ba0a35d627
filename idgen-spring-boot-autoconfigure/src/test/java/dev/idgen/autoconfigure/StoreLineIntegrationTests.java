package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.idgen.IdService;
import dev.idgen.localredis.RedisServer;
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
class StoreLineIntegrationTests {

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private final String database = "jdbc:h2:mem:" + UUID.randomUUID();

    private final ApplicationContextRunner alone = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdgenAutoConfiguration.class,
                    IdgenDatabaseAutoConfiguration.class,
                    IdgenGeneratorsAutoConfiguration.class))
            .withPropertyValues("idgen.namespace=shop");

    private final ApplicationContextRunner application = alone.withConfiguration(
                    AutoConfigurations.of(DataRedisAutoConfiguration.class))
            .withPropertyValues("spring.data.redis.port=" + redis.port());

    private final ApplicationContextRunner withDatabase = application
            .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
            .withPropertyValues("spring.datasource.url=" + database + ";DB_CLOSE_DELAY=-1");

    private static void assertSays(ApplicationContextRunner application, CapturedOutput output, String line) {
        application.run(context -> assertThat(context).hasNotFailed());
        assertThat(output.toString().lines().filter(it -> it.contains("idgen namespace 'shop'")))
                .singleElement()
                .asString()
                .contains(" INFO ")
                .endsWith(line);
    }

    private static String redis(int index) {
        return "redis at localhost:" + redis.port() + ", database " + index;
    }

    @Test
    void stringIds(CapturedOutput output) {
        assertSays(
                application,
                output,
                "idgen namespace 'shop', region 1/1: string ids with lease-ttl 10s in " + redis(0));
    }

    @Test
    void onlyCounters(CapturedOutput output) {
        assertSays(
                application
                        .withBean(IdService.class, () -> mock(IdService.class))
                        .withPropertyValues(
                                "spring.data.redis.database=3",
                                "idgen.region=2/4",
                                "idgen.generators.invoice.type=counter"),
                output,
                "idgen namespace 'shop', region 2/4: counters [invoice] in " + redis(3));
    }

    @Test
    void everythingInRedisBesideADatabase(CapturedOutput output) {
        assertSays(
                withDatabase.withPropertyValues(
                        "spring.data.redis.database=5", // where another ttl is not refused
                        "idgen.sequence.lease-ttl=1500ms",
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.invoice.type=counter"),
                output,
                "idgen namespace 'shop', region 1/1: string ids with lease-ttl 1500ms, node ids with lease-ttl 15s,"
                        + " counters [invoice] in " + redis(5));
    }

    @Test
    void countersInTheDatabase(CapturedOutput output) {
        assertSays(
                withDatabase.withPropertyValues(
                        "idgen.generators.invoice.type=counter", "idgen.generators.invoice.store=jdbc"),
                output,
                "string ids with lease-ttl 10s in " + redis(0) + "; counters [invoice] in " + database);
    }

    @Test
    void everythingInTheDatabase(CapturedOutput output) {
        assertSays(
                withDatabase.withPropertyValues("idgen.store=jdbc", "idgen.generators.invoice.type=counter"),
                output,
                "string ids with lease-ttl 10s, counters [invoice] in " + database);
    }

    @Test
    void memory(CapturedOutput output) {
        assertSays(alone.withPropertyValues("idgen.store=memory"), output, "string ids with lease-ttl 10s in memory");
    }

    @Test
    void noStoreNoLine(CapturedOutput output) {
        alone.withPropertyValues("idgen.generators.key.type=uuid-v7")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain("idgen namespace");
    }

    /** Nothing is made for the sake of the line. */
    @Test
    void applicationThatMakesBeansOnDemandSaysNothing(CapturedOutput output) {
        application
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> assertThat(context.getBeanFactory().containsSingleton(GeneratorBeans.GENERATORS))
                        .isFalse());
        assertThat(output).doesNotContain("idgen namespace");
    }
}
