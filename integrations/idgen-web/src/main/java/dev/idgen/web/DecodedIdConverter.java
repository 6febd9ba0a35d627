package dev.idgen.web;

import dev.idgen.DecodedId;
import dev.idgen.IdService;
import org.springframework.core.convert.converter.Converter;

/**
 * Decodes string ids for Spring's conversion, such as parameters of controllers in Spring MVC and WebFlux. Thread-safe.
 *
 * @param ids for taking ids apart
 */
public record DecodedIdConverter(IdService ids) implements Converter<String, DecodedId> {

    @Override
    public DecodedId convert(String id) {
        return ids.decode(id);
    }
}
