package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.ProductClasses;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.ClassUtils;

/**
 * What applications compile against is what {@code src/test/api.txt} says, so that each change of it is seen in a review. {@code
 * -Didgen.docs.write=true} writes the file anew.
 */
class ApiBaselineTests {

    private static final Path BASELINE = Path.of("src", "test", "api.txt");

    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

    @Test
    void apiIsThatOfTheBaseline() throws IOException {
        List<String> api = api();
        if (Boolean.getBoolean("idgen.docs.write")) {
            Files.write(BASELINE, api);
        }
        List<String> baseline = Files.readAllLines(BASELINE);
        assertThat(baseline)
                .as(
                        "what is gone breaks applications: see docs/versioning.md; CONTRIBUTING.md says how %s is written anew",
                        BASELINE)
                .containsExactlyElementsOf(api);
    }

    private static List<String> api() throws IOException {
        Set<String> lines = new TreeSet<>();
        PathMatchingResourcePatternResolver resources = new PathMatchingResourcePatternResolver();
        for (String name : ProductClasses.API) {
            for (Resource file : resources.getResources("classpath*:" + name.replace('.', '/') + "/*.class")) {
                Class<?> type = type(name + "." + file.getFilename());
                if (!file.getURL().toString().matches(".*(/test-classes/|-tests\\.jar!).*") && isPublic(type)) {
                    lines.addAll(lines(type));
                }
            }
        }
        return List.copyOf(lines);
    }

    /** @param file {@code package.Name.class} */
    private static Class<?> type(String file) {
        return ClassUtils.resolveClassName(file.substring(0, file.length() - ".class".length()), null);
    }

    private static boolean isPublic(Class<?> type) {
        Class<?> around = type.getDeclaringClass();
        return isApi(type.getModifiers()) && !type.isAnonymousClass() && (around == null || isPublic(around));
    }

    private static boolean isApi(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static List<String> lines(Class<?> type) {
        List<String> lines = new ArrayList<>();
        List<Class<?>> above = new ArrayList<>(List.of(type.getInterfaces()));
        if (type.getSuperclass() != null && type.getSuperclass() != Object.class) {
            above.add(0, type.getSuperclass());
        }
        lines.add(type.getName() + " : "
                + Modifier.toString(type.getModifiers() & ~Modifier.STATIC & ~Modifier.ABSTRACT)
                + (type.isAnnotation() ? " @interface" : type.isEnum() ? " enum" : type.isRecord() ? " record" : "")
                + (above.isEmpty() ? "" : " of " + names(above.toArray(Class[]::new))));
        members(type).forEach(member -> lines.add(type.getName() + " " + line(member)));
        return lines;
    }

    private static Stream<Member> members(Class<?> type) {
        return Stream.of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                .flatMap(Arrays::stream)
                .map(AccessibleObject.class::cast)
                .map(Member.class::cast)
                .filter(member -> isApi(member.getModifiers()) && !member.isSynthetic())
                .filter(member -> !OF_EVERY_OBJECT.contains(member.getName()));
    }

    private static String line(Member member) {
        String modifiers = Modifier.toString(
                member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT));
        if (member instanceof Field field) {
            return modifiers + " " + field.getGenericType().getTypeName() + " " + field.getName();
        }
        if (member instanceof Constructor<?> constructor) {
            return modifiers + " new(" + names(constructor.getGenericParameterTypes()) + ")";
        }
        Method method = (Method) member;
        return modifiers + " " + method.getGenericReturnType().getTypeName() + " " + method.getName() + "("
                + names(method.getGenericParameterTypes()) + ")"
                + (method.getExceptionTypes().length == 0 ? "" : " throws " + names(method.getExceptionTypes()))
                + (method.getDefaultValue() == null ? "" : " default");
    }

    private static String names(Type[] types) {
        return Stream.of(types).map(Type::getTypeName).collect(Collectors.joining(", "));
    }
}
