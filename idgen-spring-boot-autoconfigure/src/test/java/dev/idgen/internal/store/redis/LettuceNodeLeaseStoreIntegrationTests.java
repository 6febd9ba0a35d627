package dev.idgen.internal.store.redis;

class LettuceNodeLeaseStoreIntegrationTests extends RedisNodeLeaseStoreContract {

    @Override
    Driver driver() {
        return Driver.LETTUCE;
    }
}
