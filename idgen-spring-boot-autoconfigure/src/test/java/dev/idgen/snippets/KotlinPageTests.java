package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import org.jetbrains.kotlin.config.KotlinCompilerVersion;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.ReflectionUtils;

/** The snippets of {@code docs/kotlin.md}, compiled and run. */
@ExtendWith(OutputCaptureExtension.class)
class KotlinPageTests {

    private static final Page PAGE = Page.of("docs/kotlin.md");
    private static final String GENERATORS =
            Page.of("docs/entities.md").blocks("yaml").get(0);

    private static CompiledSnippets kotlin;

    @BeforeAll
    static void compile(@TempDir Path folder) throws Exception {
        List<String> sources = PAGE.blocks("kotlin").stream()
                .filter(block -> !KotlinSnippets.isBuildScript(block))
                .toList();
        kotlin = KotlinSnippets.of(sources, folder);
    }

    @Test
    void applicationPrintsAnIdAndAnInvoice(CapturedOutput output) throws Exception {
        Class<?> shop = kotlin.type("shop.Shop");
        SnippetApplication.inMemory(
                        Page.of("docs/getting-started.md").blocks("yaml").get(0))
                .withBean(shop)
                .run(context -> ((CommandLineRunner) context.getBean(shop)).run());
        assertThat(output).containsPattern("\\d{15}ORDR\\d{8} was made at 20\\S+Z, invoice INV-\\d{6}-000001");
    }

    @Test
    void coroutineGetsAnId() throws Exception {
        Class<?> orders = kotlin.type("shop.SuspendingOrders");
        Method newOrderNumber = orders.getMethod("newOrderNumber", Continuation.class);
        SnippetApplication.inMemory(GENERATORS).withBean(orders).run(context -> {
            Object id = BuildersKt.runBlocking(
                    EmptyCoroutineContext.INSTANCE,
                    (scope, next) -> ReflectionUtils.invokeMethod(newOrderNumber, context.getBean(orders), next));
            assertThat(id).asString().matches("\\d{15}ORDR\\d{8}");
        });
    }

    @Test
    void orderIsStoredAndReadBack() throws Exception {
        Object order = kotlin.type("shop.Order")
                .getConstructor(String.class, String.class, long.class)
                .newInstance("Ada", null, 0L);
        SnippetDatabase.of(kotlin, GENERATORS).run(context -> {
            Object read = SnippetDatabase.storedAndReadBack(order, context);
            assertThat(read).isNotSameAs(order).extracting("customer").isEqualTo("Ada");
            assertThat(read).extracting("id").asString().matches("\\d{15}ORDR\\d{8}");
        });
    }

    @Test
    void receiptIsStoredAndReadBack() throws Exception {
        Object receipt = kotlin.type("shop.Receipt")
                .getConstructor(Long.class, int.class)
                .newInstance(null, 12);
        SnippetDatabase.of(kotlin, GENERATORS).run(context -> SnippetDatabase.storeReceipt(receipt, context));
    }

    @Test
    void compilerIsThatOfSpringBoot() {
        assertThat(KotlinSnippets.library("kotlin-allopen-compiler-plugin-embeddable"))
                .contains(KotlinCompilerVersion.VERSION);
    }
}
