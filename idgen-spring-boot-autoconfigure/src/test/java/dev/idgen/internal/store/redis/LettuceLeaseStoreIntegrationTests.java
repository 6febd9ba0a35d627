package dev.idgen.internal.store.redis;

class LettuceLeaseStoreIntegrationTests extends RedisLeaseStoreContract {

    @Override
    Driver driver() {
        return Driver.LETTUCE;
    }
}
