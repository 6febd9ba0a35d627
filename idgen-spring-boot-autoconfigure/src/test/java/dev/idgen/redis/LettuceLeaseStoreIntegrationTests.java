package dev.idgen.redis;

class LettuceLeaseStoreIntegrationTests extends RedisLeaseStoreContract {

    @Override
    Driver driver() {
        return Driver.LETTUCE;
    }
}
