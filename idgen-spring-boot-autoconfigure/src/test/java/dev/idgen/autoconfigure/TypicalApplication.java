package dev.idgen.autoconfigure;

import dev.idgen.localredis.RedisServer;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What most applications of tests are made of. */
public final class TypicalApplication {

    /** Health, metrics and endpoint. */
    public static final AutoConfigurations ACTUATOR = AutoConfigurations.of(IdgenActuatorAutoConfiguration.class);

    private TypicalApplication() {}

    /** String ids and generators with Redis, for an application that is not run by a test's runner. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataRedisAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class
    })
    public static class OnRedis {}

    /** String ids and generators, without a store. */
    public static ApplicationContextRunner withoutStore() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class));
    }

    public static ApplicationContextRunner inMemory() {
        return withoutStore().withPropertyValues("idgen.store=memory");
    }

    /** With the Redis that properties lead to. */
    public static ApplicationContextRunner onRedis(String... properties) {
        return withoutStore()
                .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                .withPropertyValues(properties);
    }

    static RedisConnectionFactory connection(String driver, int port) {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(RedisServer.HOST, port);
        return driver.equals("jedis") ? new JedisConnectionFactory(server) : new LettuceConnectionFactory(server);
    }

    /** An empty one of its own. */
    static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return database;
    }
}
