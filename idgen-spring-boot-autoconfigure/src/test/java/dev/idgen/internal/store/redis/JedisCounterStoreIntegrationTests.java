package dev.idgen.internal.store.redis;

class JedisCounterStoreIntegrationTests extends RedisCounterStoreContract {

    @Override
    Driver driver() {
        return Driver.JEDIS;
    }
}
