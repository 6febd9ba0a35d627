package dev.idgen.internal.mistake;

import dev.idgen.InvalidSettingException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if properties under {@code idgen} cannot be used. Its {@code property} and {@code action} are those of the
 * first.
 */
final class SettingMistakesException extends InvalidSettingException {

    private static final long serialVersionUID = 1L;

    private final transient List<SettingMistake> mistakes;

    /** @param mistakes at least one */
    SettingMistakesException(List<SettingMistake> mistakes) {
        super(
                mistakes.get(0).property(),
                mistakes.get(0).problem(),
                mistakes.get(0).action());
        this.mistakes = List.copyOf(mistakes);
    }

    List<SettingMistake> mistakes() {
        return mistakes;
    }

    @Override
    public String getMessage() {
        return mistakes.stream().map(it -> it + ". " + it.action()).collect(Collectors.joining("; "));
    }
}
