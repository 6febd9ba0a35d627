package dev.idgen.internal.store.redis;

class JedisRegisterIntegrationTests extends RedisRegisterContract {

    @Override
    Driver driver() {
        return Driver.JEDIS;
    }
}
