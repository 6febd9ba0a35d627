package dev.idgen.redis;

class JedisNodeLeaseStoreIntegrationTests extends RedisNodeLeaseStoreContract {

    @Override
    Driver driver() {
        return Driver.JEDIS;
    }
}
