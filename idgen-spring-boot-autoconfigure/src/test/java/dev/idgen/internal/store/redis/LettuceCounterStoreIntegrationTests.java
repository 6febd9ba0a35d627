package dev.idgen.internal.store.redis;

class LettuceCounterStoreIntegrationTests extends RedisCounterStoreContract {

    @Override
    Driver driver() {
        return Driver.LETTUCE;
    }
}
