package dev.idgen.internal.actuate;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.util.ClassUtils;

/**
 * {@link IdgenHealth} for Spring Boot 3. Implements Boot 3's interface by reflection, because one jar serves Boot 3 and
 * Boot 4.
 */
public final class Boot3HealthIndicator implements FactoryBean<Object> {

    /** The interface of Spring Boot 3. */
    public static final String TYPE = "org.springframework.boot.actuate.health.HealthIndicator";

    /** Boot 3's health. */
    public static final String HEALTH = "org.springframework.boot.actuate.health.Health";

    /** Boot 3's builder of health. */
    public static final String BUILDER = HEALTH + "$Builder";

    private final Supplier<MonitoredBeans> parts;
    private final Class<?> type;
    private final Class<?> health;

    /** @param parts called for each request of health, because Spring may create this bean before the parts */
    public Boot3HealthIndicator(Supplier<MonitoredBeans> parts, ClassLoader classLoader) {
        this.parts = parts;
        this.type = ClassUtils.resolveClassName(TYPE, classLoader);
        this.health = ClassUtils.resolveClassName(HEALTH, classLoader);
    }

    @Override
    public Class<?> getObjectType() {
        return type;
    }

    @Override
    public Object getObject() {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::invoke);
    }

    private Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "health" -> health();
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "idgen health";
            default -> InvocationHandler.invokeDefault(proxy, method, arguments);
        };
    }

    private Object health() throws ReflectiveOperationException {
        IdgenHealth state = IdgenHealth.of(parts.get());
        Object builder = health.getMethod(state.up() ? "up" : "down").invoke(null);
        Class<?> type = builder.getClass();
        type.getMethod("withDetails", Map.class).invoke(builder, state.details());
        return type.getMethod("build").invoke(builder);
    }
}
