package dev.idgen.redis;

class LettuceNodeLeaseStoreIntegrationTests extends RedisNodeLeaseStoreContract {

    @Override
    Driver driver() {
        return Driver.LETTUCE;
    }
}
