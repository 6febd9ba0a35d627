package dev.idgen.redis;

class JedisLeaseStoreIntegrationTests extends RedisLeaseStoreContract {

    @Override
    Driver driver() {
        return Driver.JEDIS;
    }
}
