package dev.idgen.web;

import dev.idgen.CounterUnavailableException;
import dev.idgen.IdgenException;
import dev.idgen.InvalidIdException;
import dev.idgen.InvalidKeyException;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.TickUnavailableException;
import dev.idgen.store.Clocks;
import dev.idgen.store.RecurringFact;
import java.beans.PropertyEditorSupport;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.PropertyEditorRegistrySupport;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.NestedRuntimeException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.util.ReflectionUtils;
import org.springframework.validation.DataBinder;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ServerWebInputException;

/**
 * Answers 400 with the reason if a request has a string that is not an id or a key, and 503 if an id is not available
 * now. An {@code @ExceptionHandler} of the application takes precedence, even one for a superclass. Thread-safe.
 */
@RestControllerAdvice
public final class IdTextAdvice {

    /** Instances look for numbers and node ids all the time. */
    private static final String RETRY_AFTER_SECONDS = "1";

    /** With {@link InvalidIdException} as a cause, each is about the request: its path, parameters or body. */
    private static final List<Class<? extends Exception>> OF_REQUESTS =
            List.of(TypeMismatchException.class, HttpMessageNotReadableException.class, ServerWebInputException.class);

    private static final Logger log = LoggerFactory.getLogger(IdTextAdvice.class);

    private static final Method CONVERTER =
            Objects.requireNonNull(ReflectionUtils.findMethod(DataBinder.class, "getTypeConverter"));

    static {
        ReflectionUtils.makeAccessible(CONVERTER);
    }

    private final RecurringFact unavailable = new RecurringFact();
    private final Clocks clocks;

    public IdTextAdvice(Clocks clocks) {
        this.clocks = clocks;
    }

    /**
     * Spring also calls it for exceptions with such a cause. Only what the request itself carried is its fault, and
     * what a controller refuses by throwing such an exception. A key that an entity has is the application's. The
     * answer has idgen's own message, never one of the application's.
     *
     * @throws Exception the thrown one if it is not about the request; Spring then treats it as if this did not exist
     */
    @ExceptionHandler({InvalidIdException.class, InvalidKeyException.class})
    ProblemDetail invalidId(Exception thrown) throws Exception {
        if (!isInvalid(thrown) && OF_REQUESTS.stream().noneMatch(type -> type.isInstance(thrown))) {
            throw thrown;
        }
        Throwable mistake = thrown;
        while (mistake != null && !isInvalid(mistake)) {
            mistake = mistake.getCause();
        }
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST, mistake == null ? "" : String.valueOf(mistake.getMessage()));
    }

    private static boolean isInvalid(Throwable thrown) {
        return thrown instanceof InvalidIdException || thrown instanceof InvalidKeyException;
    }

    /**
     * Spring also calls it for exceptions with such a cause, for example if Spring Data stores an entity. The reason is
     * logged, because it may name servers.
     *
     * @throws Exception the thrown one if the application chose its own answer
     */
    @ExceptionHandler({
        SequenceUnavailableException.class,
        NodeIdUnavailableException.class,
        TickUnavailableException.class,
        CounterUnavailableException.class
    })
    ResponseEntity<ProblemDetail> unavailable(IdgenException reason, Exception thrown) throws Exception {
        if (thrown != reason && (thrown instanceof ErrorResponse || !(thrown instanceof NestedRuntimeException))) {
            throw thrown;
        }
        if (unavailable.begins(clocks.nanoTime())) {
            log.warn(
                    "answers 503, because no id is available: {}; logged again after a minute without such a failure",
                    reason.getMessage());
        } else {
            log.debug("answered 503 again", reason);
        }
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .body(ProblemDetail.forStatusAndDetail(
                        HttpStatus.SERVICE_UNAVAILABLE, "No id is available now. Try again."));
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
