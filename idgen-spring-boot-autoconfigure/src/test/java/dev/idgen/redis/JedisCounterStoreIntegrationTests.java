package dev.idgen.redis;

class JedisCounterStoreIntegrationTests extends RedisCounterStoreContract {

    @Override
    Driver driver() {
        return Driver.JEDIS;
    }
}
