package dev.idgen.entities;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.InvalidBusinessCodeException;
import dev.idgen.KeyedIds;
import java.util.Set;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

/** Finds what an annotation names, and says what to do if that is not there or does not fit. Thread-safe. */
record KnownGenerators(ObjectProvider<IdService> strings, ObjectProvider<IdGenerators> generators) {

    /**
     * All generators, after checking that one has the name, and a key only if that is named.
     *
     * @throws GeneratedIdException if not
     */
    IdGenerators of(GeneratedField field) {
        AnnotationValues wanted = field.wanted();
        if (!wanted.business().isEmpty()) {
            throw new GeneratedIdException(
                    field.on() + " has the name of a generator and a business code",
                    "Remove one of them: only string ids have a business code, and they need no generator's name.");
        }
        IdGenerators all = named(wanted.generator(), field.on());
        boolean keyed = all.codec(wanted.generator()) instanceof KeyedIds;
        if (keyed == wanted.key().isEmpty()) {
            throw new GeneratedIdException(
                    field.on()
                            + (keyed
                                    ? " names no key, but the generator has a counter for each key"
                                    : " names a key, but the generator has no keys"),
                    keyed
                            ? "Add the property with the key, such as key = \"tenantId\"."
                            : "Remove the key; or set 'idgen.generators." + wanted.generator()
                                    + ".keyed' to true, if its type is 'counter'.");
        }
        boolean hasPeriods = all.codec(wanted.generator()).scheme().layout().stream()
                .anyMatch(part -> part.name().equals("period"));
        if (!wanted.date().isEmpty() && !hasPeriods) {
            throw new GeneratedIdException(
                    field.on() + " names a date, but the generator's template has none",
                    "Remove the date, or choose a generator of type 'counter' whose template has a year.");
        }
        return all;
    }

    static GeneratedIdException misfit(GeneratedField field, IllegalArgumentException reason) {
        return new GeneratedIdException(
                field.on() + ", which is of type " + field.type().getSimpleName() + ": " + reason.getMessage(),
                "Change the field to the type of these ids, or to String, which takes any id as its text; or set "
                        + typeOf(field.wanted().generator())
                        + " to a type of generator whose ids are of the field's type.",
                reason);
    }

    IdGenerator<String> strings(GeneratedField field) {
        AnnotationValues wanted = field.wanted();
        if (!(wanted.key() + wanted.date()).isEmpty()) {
            String property = wanted.key().isEmpty() ? "date" : "key";
            throw new GeneratedIdException(
                    field.on() + " has a " + property + ", but names no generator",
                    "Name the generator that counts by this " + property + ", as @GeneratedId(value = \"invoice\", "
                            + property + " = \"" + (wanted.key().isEmpty() ? wanted.date() : wanted.key()) + "\").");
        }
        if (field.idType() != String.class) {
            throw new GeneratedIdException(
                    field.on() + " makes ids of type String, but the field is of type "
                            + field.type().getSimpleName(),
                    "Name a generator of that type, as @GeneratedId(\"order\") with 'idgen.generators.order.type', or make the"
                            + " field a String.");
        }
        return strings(wanted.business(), field.on());
    }

    IdGenerator<String> strings(String business, String what) {
        IdService service = strings.getIfUnique();
        if (service == null) {
            throw missing(what, IdService.class);
        }
        IdGenerator<String> ids;
        try {
            ids = service.forBusiness(business);
        } catch (InvalidBusinessCodeException e) {
            throw new GeneratedIdException(what + ": " + e.getMessage(), "Choose another business code.", e);
        }
        if (ids == null) {
            throw new GeneratedIdException(
                    what + " gets no ids, because the bean of type IdService returns null, as a mock does",
                    "Remove the mock, and use ids of memory: see @AutoConfigureIdgen.");
        }
        return ids;
    }

    /** Returns all generators, after checking that one has that name. */
    IdGenerators named(String generator, String what) {
        IdGenerators all = generators.getIfUnique();
        if (all == null) {
            throw missing(what, IdGenerators.class);
        }
        Set<String> names = all.names();
        if (!names.contains(generator)) {
            throw new GeneratedIdException(
                    what + " names a generator that 'idgen.generators' does not have; it has " + names,
                    "Set " + typeOf(generator) + ", or name one of these generators.");
        }
        return all;
    }

    private static String typeOf(String generator) {
        return "'idgen.generators." + generator + ".type'";
    }

    private static GeneratedIdException missing(String what, Class<?> bean) {
        return new GeneratedIdException(
                what + " needs a bean of type " + bean.getSimpleName() + ", but there is none",
                "Check whether 'idgen.enabled' is false, or 'idgen.store' names a store that the application lacks.",
                new NoSuchBeanDefinitionException(bean));
    }
}
