package dev.idgen.autoconfigure;

import dev.idgen.internal.connection.Stores;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/** Injection points of the beans that lead to stores. Spring compares the candidates with them. */
@SuppressWarnings("UnusedVariable")
final class StorePoints {
    @IdgenRedis
    private @Nullable Object redis;

    @IdgenDataSource
    private @Nullable Object database;

    private @Nullable Object unmarked;

    static Stores stores(ConfigurableListableBeanFactory beans, Environment environment) {
        return new Stores(beans, environment, StorePoints.class);
    }
}
