package dev.idgen.redis;

class LettuceCounterStoreIntegrationTests extends RedisCounterStoreContract {

    @Override
    Driver driver() {
        return Driver.LETTUCE;
    }
}
