package dev.idgen.autoconfigure;

import dev.idgen.internal.connection.StoreConnection;
import dev.idgen.internal.connection.StoreType;
import dev.idgen.internal.connection.Stores;
import java.util.Objects;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Conditions on what {@link Stores} answers. If one does not match, the beans that need the store report why. */
abstract class OnStore extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public final ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public final ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Stores stores = StorePoints.stores(Objects.requireNonNull(context.getBeanFactory()), context.getEnvironment());
        return new ConditionOutcome(
                matches(stores), ConditionMessage.forCondition("idgen's store").because(stores.toString()));
    }

    abstract boolean matches(Stores stores);

    /** Matches if idgen may use Redis, and one bean leads there. */
    static final class Redis extends OnStore {

        @Override
        boolean matches(Stores stores) {
            return stores.usesRedis() && stores.choice(StoreConnection.REDIS).bean() != null;
        }
    }

    /** Matches if one bean leads to the database, whichever store records leases. */
    static final class Database extends OnStore {

        @Override
        boolean matches(Stores stores) {
            return stores.hasDatabase();
        }
    }

    /** Matches if the database records leases. */
    static final class DatabaseLeases extends OnStore {

        @Override
        boolean matches(Stores stores) {
            return stores.leasing() == StoreType.JDBC;
        }
    }
}
