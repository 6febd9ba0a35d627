package dev.idgen.internal.actuate;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.util.ClassUtils;

/**
 * {@link IdgenHealth} for Spring Boot 3, whose interface has another name. It is implemented by its name, so that one
 * jar serves both.
 */
public final class EarlierHealthIndicator implements FactoryBean<Object> {

    /** The interface of Spring Boot 3. */
    public static final String TYPE = "org.springframework.boot.actuate.health.HealthIndicator";

    /** What that tells. */
    public static final String HEALTH = "org.springframework.boot.actuate.health.Health";

    /** What makes that. */
    public static final String BUILDER = HEALTH + "$Builder";

    private final Supplier<MonitoredBeans> parts;
    private final Class<?> type;
    private final Class<?> health;

    /**
     * @param parts asked for when health is: Spring makes this to learn its type, while it looks for beans that parts
     *     need
     */
    public EarlierHealthIndicator(Supplier<MonitoredBeans> parts, ClassLoader classLoader) {
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
