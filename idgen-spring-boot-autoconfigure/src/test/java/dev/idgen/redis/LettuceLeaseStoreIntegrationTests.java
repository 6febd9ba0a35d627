package dev.idgen.redis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class LettuceLeaseStoreIntegrationTests extends RedisLeaseStoreContract {

    @Override
    RedisConnectionFactory connectionFactory() {
        LettuceConnectionFactory factory = new LettuceConnectionFactory(server());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }

    @Override
    void destroy(RedisConnectionFactory used) {
        ((LettuceConnectionFactory) used).destroy();
    }
}
