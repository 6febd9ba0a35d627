package dev.idgen.mistakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.BackdatedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.InvalidBusinessCodeException;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.PublicText;
import dev.idgen.TextForm;
import dev.idgen.TimeOrderedIds;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.autoconfigure.TypicalProperties;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Null for any parameter of what an application calls is refused as {@code dev.idgen} says: by an exception that names it. */
class NullArgumentsTests {

    private static final Map<Class<?>, Object> OTHERS = Map.of(
            int.class,
            1,
            Instant.class,
            Instant.parse("2025-06-01T00:00:00Z"),
            LocalDate.class,
            LocalDate.of(2025, 6, 1),
            YearMonth.class,
            YearMonth.of(2025, 6),
            ZoneId.class,
            ZoneOffset.UTC,
            PublicText.class,
            PublicText.of("ord_"),
            TextForm.class,
            TextForm.HEX,
            Class.class,
            Long.class);

    @Test
    void callWithNullOnStringIdsIsRefused() {
        TypicalApplication.inMemory().run(context -> {
            IdService ids = context.getBean(IdService.class);
            assertThat(refusals(IdService.class, ids, "ORDR"))
                    .contains("nextIds business", "decode issuedBy", "withText style");
            assertThat(refusals(TimeOrderedIds.class, ids.forBusiness("ORDR"), ids.nextId()))
                    .contains(
                            "decode id", "decode issuedBy", "parse text", "range from", "range zone", "withText style");
        });
    }

    @Test
    void callWithNullOnGeneratorsOfAllTypesIsRefused() {
        String[] properties = Stream.of(GeneratorType.values())
                .filter(type -> type != GeneratorType.EXISTING)
                .flatMap(type -> Stream.of(TypicalProperties.of(PropertyNames.of(type), type)))
                .toArray(String[]::new);
        TypicalApplication.inMemory()
                .withPropertyValues(properties)
                .withPropertyValues(
                        "idgen.generators.scrambled.type=tsid",
                        "idgen.generators.scrambled.scramble=true",
                        "idgen.generators.template.type=counter",
                        "idgen.generators.template.template=INV-{000000}")
                .run(context -> {
                    IdGenerators generators = context.getBean(IdGenerators.class);
                    assertThat(generators.names()).hasSize(GeneratorType.values().length + 1);
                    assertThat(refusals(IdGenerators.class, generators, "tsid"))
                            .contains(
                                    "codec name",
                                    "codec type",
                                    "get name",
                                    "get type",
                                    "getLong name",
                                    "getKeyed type");
                    for (String name : generators.names()) {
                        IdGenerator<?> generator = generators.get(name);
                        Class<?> type = generator instanceof BackdatedIds
                                ? BackdatedIds.class
                                : generator instanceof TimeOrderedIds ? TimeOrderedIds.class : IdGenerator.class;
                        assertThat(refusals(type, generator, generator.next()))
                                .as(name)
                                .contains("decode id", "decode issuedBy", "format id", "parse text", "withText style");
                        if (generator instanceof LongIdGenerator longs) {
                            IdGenerator<String> text = longs.text(TextForm.CROCKFORD);
                            assertThat(refusals(IdGenerator.class, text, text.next()))
                                    .contains("decode id", "parse text");
                            assertThatThrownBy(() -> longs.text(null))
                                    .isInstanceOf(IllegalArgumentException.class)
                                    .hasMessage("'form' is null");
                        }
                    }
                });
    }

    /** Calls each method with null for each of its parameters that is not a primitive, and returns what was refused. */
    private static List<String> refusals(Class<?> type, Object target, Object argument) {
        List<String> refused = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (method.isSynthetic() || !Modifier.isPublic(method.getModifiers())) {
                continue; // what measures the tests' coverage puts a synthetic one there
            }
            Parameter[] parameters = method.getParameters();
            for (int i = 0; i < parameters.length; i++) {
                if (!parameters[i].getType().isPrimitive()) {
                    refused.add(method.getName() + " " + parameters[i].getName());
                    assertRefused(parameters[i], call(method, target, arguments(parameters, argument, i)));
                }
            }
        }
        return refused;
    }

    private static Object[] arguments(Parameter[] parameters, Object argument, int without) {
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == without ? null : OTHERS.getOrDefault(parameters[i].getType(), argument);
        }
        return arguments;
    }

    private static ThrowingCallable call(Method method, Object target, Object[] arguments) {
        return () -> {
            try {
                method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
    }

    private static void assertRefused(Parameter parameter, ThrowingCallable call) {
        switch (parameter.getName()) {
            case "id", "text" ->
                assertThatThrownBy(call).isInstanceOf(InvalidIdException.class).hasMessage("null is not an id");
            case "business" ->
                assertThatThrownBy(call)
                        .isInstanceOf(InvalidBusinessCodeException.class)
                        .hasMessage("business code null is not 0 to 4 characters [0-9A-Za-z]");
            default ->
                assertThatThrownBy(call)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("'" + parameter.getName() + "' is null");
        }
    }
}
