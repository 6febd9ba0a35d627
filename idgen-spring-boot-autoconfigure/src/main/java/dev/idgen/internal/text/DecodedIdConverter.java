package dev.idgen.internal.text;

import dev.idgen.DecodedId;
import dev.idgen.IdService;
import org.springframework.core.convert.converter.Converter;

/**
 * The parts of a string id, where Spring converts: parameters of controllers of Spring MVC and WebFlux. Thread-safe.
 */
public final class DecodedIdConverter implements Converter<String, DecodedId> {

    private final IdService ids;

    public DecodedIdConverter(IdService ids) {
        this.ids = ids;
    }

    @Override
    public DecodedId convert(String id) {
        return ids.decode(id);
    }
}
