package dev.idgen.internal.store.redis;

class LettuceRegisterIntegrationTests extends RedisRegisterContract {

    @Override
    Driver driver() {
        return Driver.LETTUCE;
    }
}
