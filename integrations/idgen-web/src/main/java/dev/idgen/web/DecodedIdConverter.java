package dev.idgen.web;

import dev.idgen.DecodedId;
import dev.idgen.IdService;
import org.springframework.core.convert.converter.Converter;

/**
 * Decodes string ids for Spring's conversion, such as parameters of controllers in Spring MVC and WebFlux. Thread-safe.
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
