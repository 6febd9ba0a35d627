package dev.idgen.redis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

class JedisLeaseStoreIntegrationTests extends RedisLeaseStoreContract {

    @Override
    RedisConnectionFactory connectionFactory() {
        JedisConnectionFactory factory = new JedisConnectionFactory(server());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }

    @Override
    void destroy(RedisConnectionFactory used) {
        ((JedisConnectionFactory) used).destroy();
    }
}
