package dev.idgen.internal.store.redis;

class JedisLeaseStoreIntegrationTests extends RedisLeaseStoreContract {

    @Override
    Driver driver() {
        return Driver.JEDIS;
    }
}
