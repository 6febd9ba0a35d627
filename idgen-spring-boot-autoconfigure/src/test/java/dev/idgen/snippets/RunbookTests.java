package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.idgen.IdgenException;
import dev.idgen.ProductClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docs/runbook.md} has what can wake an operator: each alert, and each exception that no request causes. */
class RunbookTests {

    @ParameterizedTest
    @ValueSource(strings = {"docs/runbook.md", "docs/zh/runbook.md"})
    void eachAlertHasARow(String page) {
        String rows =
                String.join("\n", Page.found("(?m)^\\| `Idgen.*$", Page.of(page).text()));
        assertThat(Page.found("`Idgen\\w+`", rows))
                .containsAll(Page.found(
                                "(?<=alert: )\\w+", Page.of("docs/alerts.yml").text())
                        .stream()
                        .map(name -> "`" + name + "`")
                        .toList());
    }

    @Test
    void eachAlertLeadsToTheRunbook() {
        String alerts = Page.of("docs/alerts.yml").text();
        assertThat(Page.found("runbook: docs/runbook.md#alerts", alerts))
                .hasSameSizeAs(Page.found("alert: \\w+", alerts));
        assertThat(Page.of("docs/runbook.md").anchors()).contains("alerts");
    }

    @Test
    void eachExceptionIsOnAPage() {
        String pages =
                Page.of("docs/failures.md").text() + Page.of("docs/runbook.md").text();
        assertThat(ProductClasses.ALL.stream()
                        .filter(type -> type.isAssignableTo(IdgenException.class))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getSimpleName)
                        .filter(name -> !name.equals("InvalidSettingException"))) // the application does not start
                .isNotEmpty()
                .allSatisfy(name -> assertThat(pages).contains("`" + name + "`"));
    }
}
