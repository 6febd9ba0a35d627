package dev.idgen.internal.text;

import dev.idgen.InvalidIdException;
import java.beans.PropertyEditorSupport;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.beans.PropertyEditorRegistrySupport;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.util.ReflectionUtils;
import org.springframework.validation.DataBinder;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ServerWebInputException;

/**
 * Answers 400 with the reason if a request has a string that is not an id. An {@code @ExceptionHandler} of the
 * application takes precedence, even one for a superclass. Stateless.
 */
@RestControllerAdvice
public final class IdTextAdvice {

    /** With {@link InvalidIdException} as a cause, each is about the request: its path, parameters or body. */
    private static final List<Class<? extends Exception>> OF_REQUESTS = List.of(
            InvalidIdException.class,
            TypeMismatchException.class,
            HttpMessageNotReadableException.class,
            ServerWebInputException.class);

    private static final Method CONVERTER =
            Objects.requireNonNull(ReflectionUtils.findMethod(DataBinder.class, "getTypeConverter"));

    static {
        ReflectionUtils.makeAccessible(CONVERTER);
    }

    /**
     * Spring also calls it for exceptions with such a cause.
     *
     * @throws Exception the thrown one if it is not about the request; Spring then treats it as if this did not exist
     */
    @ExceptionHandler(InvalidIdException.class)
    ProblemDetail invalidId(InvalidIdException mistake, Exception thrown) throws Exception {
        if (OF_REQUESTS.stream().noneMatch(type -> type.isInstance(thrown))) {
            throw thrown;
        }
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(mistake.getMessage()));
    }

    /**
     * After a failed conversion, Spring tries its own property editor. That editor would accept a plain number, without
     * mask and check symbol.
     */
    @InitBinder
    void refusePlainIds(WebDataBinder binder) {
        if (binder.getConversionService() != null
                && ReflectionUtils.invokeMethod(CONVERTER, binder) instanceof PropertyEditorRegistrySupport editors) {
            List.of(long.class, Long.class, UUID.class)
                    .forEach(type -> editors.overrideDefaultEditor(type, new NoConversion()));
        }
    }

    /** Leaves the text as it is, which is of the wrong type. Spring then says why the conversion failed. */
    private static final class NoConversion extends PropertyEditorSupport {

        @Override
        public void setAsText(String text) {
            setValue(text);
        }
    }
}
