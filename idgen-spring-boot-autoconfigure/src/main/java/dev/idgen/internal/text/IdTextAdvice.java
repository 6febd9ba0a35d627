package dev.idgen.internal.text;

import dev.idgen.InvalidIdException;
import java.beans.PropertyEditorSupport;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.UUID;
import org.springframework.beans.PropertyEditorRegistrySupport;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.util.ReflectionUtils;
import org.springframework.validation.DataBinder;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers 400 where a controller reads a text that is not an id: the text is the client's. An {@code @ExceptionHandler}
 * of the application comes first, one for a superclass included. Stateless.
 */
@RestControllerAdvice
public final class IdTextAdvice {

    private static final Method CONVERTER =
            Objects.requireNonNull(ReflectionUtils.findMethod(DataBinder.class, "getTypeConverter"));

    static {
        ReflectionUtils.makeAccessible(CONVERTER);
    }

    @ExceptionHandler
    ProblemDetail invalidId(InvalidIdException mistake) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(mistake.getMessage()));
    }

    /**
     * Where a conversion failed, Spring tries its own editor of the type. That would take a plain number for an id,
     * without a mask and a check symbol.
     */
    @InitBinder
    void refusePlainIds(WebDataBinder binder) {
        if (binder.getConversionService() != null
                && ReflectionUtils.invokeMethod(CONVERTER, binder) instanceof PropertyEditorRegistrySupport editors) {
            editors.overrideDefaultEditor(long.class, Refusal.EDITOR);
            editors.overrideDefaultEditor(Long.class, Refusal.EDITOR);
            editors.overrideDefaultEditor(UUID.class, Refusal.EDITOR);
        }
    }

    private static final class Refusal extends PropertyEditorSupport {

        static final Refusal EDITOR = new Refusal();

        @Override
        public void setAsText(String text) {
            throw new IllegalArgumentException("For input string: \"" + text + '"');
        }
    }
}
