package dev.idgen.internal.store.redis;

class JedisNodeLeaseStoreIntegrationTests extends RedisNodeLeaseStoreContract {

    @Override
    Driver driver() {
        return Driver.JEDIS;
    }
}
