package dev.idgen.samples.quickstart;

import dev.idgen.IdgenException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers with what the library says. The caller's mistakes ({@link dev.idgen.InvalidIdException},
 * {@link dev.idgen.InvalidBusinessCodeException}, a count out of range) are IllegalArgumentExceptions; an
 * {@link IdgenException} means that no id can be issued now.
 */
@RestControllerAdvice(assignableTypes = {IdController.class, GeneratorController.class, ExplainController.class})
class IdProblems {

    @ExceptionHandler
    ProblemDetail badRequest(IllegalArgumentException mistake) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, mistake.getMessage());
    }

    @ExceptionHandler
    ProblemDetail unavailable(IdgenException failure) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, failure.getMessage());
    }

    @ExceptionHandler
    ProblemDetail notFound(Generators.UnknownGeneratorException failure) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, failure.getMessage());
    }
}
