package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CountedIds;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import dev.idgen.localredis.RedisServer;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.support.incrementer.DataFieldMaxValueIncrementer;
import org.springframework.test.util.ReflectionTestUtils;

/** The applications of the README and of the pages about the first id, started. */
@ExtendWith(OutputCaptureExtension.class)
class FirstIdPagesTests {

    private static final String PRINTED = "\\d{15}ORDR\\d{8} was made at 20\\S+Z, invoice INV-\\d{6}-00000%d";

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @AutoClose
    static final RedisServer second = RedisServer.running();

    @Test
    void snippetOfTheReadmeGivesAnOrderNumber() throws Exception {
        Page readme = Page.of("README.md");
        Class<?> orders = CompiledSnippets.javaOf(readme).type("Orders");
        SnippetApplication.withRedis("idgen.namespace: readme", redis)
                .withBean(orders)
                .run(context -> {
                    String id = ReflectionTestUtils.invokeMethod(context.getBean(orders), "newOrderNumber");
                    assertThat(id).matches("\\d{15}ORDR\\d{8}");
                    assertThat(context.getBean(IdService.class).decode(id).text("business"))
                            .isEqualTo("ORDR");
                });
    }

    @Test
    void invoicesOfTheFirstProjectContinueWhenItRunsAgain(CapturedOutput output) throws Exception {
        Page page = Page.of("docs/getting-started.md");
        Class<?> shop = CompiledSnippets.javaOf(page).type("shop.Shop");
        for (int run = 1; run <= 2; run++) {
            SnippetApplication.withRedis(page.blocks("yaml").get(0), redis)
                    .withPropertyValues("idgen.generators.invoice.acquire-timeout=30s")
                    .withBean(shop)
                    .run(context -> ((CommandLineRunner) context.getBean(shop)).run());
            assertThat(output).containsPattern(PRINTED.formatted(run));
        }
    }

    @Test
    void generatorsOfThePageGiveKeysAndNumbers() throws Exception {
        Page page = Page.of("docs/generators.md");
        Class<?> keys = CompiledSnippets.javaOf(page).type("Keys");
        SnippetApplication.inMemory(page.blocks("yaml").get(0)).withBean(keys).run(context -> {
            Object bean = context.getBean(keys);
            Long order = ReflectionTestUtils.invokeMethod(bean, "newOrderKey");
            UUID session = ReflectionTestUtils.invokeMethod(bean, "newSessionKey");
            assertThat(order).isPositive();
            assertThat(session.version()).isEqualTo(7);
            LongIdGenerator orders = context.getBean("order", LongIdGenerator.class);
            assertThat(orders.text(TextForm.CROCKFORD).next()).matches("[0-9A-HJKMNP-TV-Z]{13}");
        });
        Class<?> tickets = CompiledSnippets.javaOf(page).type("Tickets");
        SnippetApplication.inMemory(page.blocks("yaml").get(2))
                .withBean(tickets)
                .run(context -> {
                    Long ticket = ReflectionTestUtils.invokeMethod(context.getBean(tickets), "newTicket", 130L);
                    assertThat(ticket % 64).isEqualTo(2);
                    Long database = ReflectionTestUtils.invokeMethod(context.getBean(tickets), "database", ticket);
                    assertThat(database).isEqualTo(2);
                });
    }

    @Test
    void idsComeFromTheRedisThatIsMarkedForThem() throws Exception {
        SnippetApplication.withRedis("idgen.namespace: marked", redis)
                .withPropertyValues("ids.redis.host=" + RedisServer.HOST, "ids.redis.port=" + second.port())
                .withUserConfiguration(
                        CompiledSnippets.javaOf(Page.of("docs/redis.md")).type("IdsRedis"))
                .run(context -> {
                    assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
                    assertThat(context.getBean(StringRedisTemplate.class).keys("{idgen:4:marked*"))
                            .as("in the Redis of everything else")
                            .isEmpty();
                    RedisConnectionFactory ids = context.getBean("idsConnectionFactory", RedisConnectionFactory.class);
                    assertThat(new StringRedisTemplate(ids).keys("{idgen:4:marked*"))
                            .isNotEmpty();
                });
    }

    @Test
    void springJdbcTakesTheNumbersOfACounter() throws Exception {
        Class<?> runIds =
                CompiledSnippets.javaOf(Page.of("docs/integrations.md")).type("RunIds");
        SnippetApplication.inMemory("idgen.generators.run: {type: counter, text.prefix: run_}")
                .withUserConfiguration(runIds)
                .run(context -> {
                    DataFieldMaxValueIncrementer ids = context.getBean(DataFieldMaxValueIncrementer.class);
                    assertThat(ids.nextIntValue()).isEqualTo(1);
                    assertThat(ids.nextStringValue()).isEqualTo("run_2");
                    context.getBean("run", CountedIds.class).raiseTo(1L << 32);
                    assertThatThrownBy(ids::nextIntValue)
                            .isInstanceOf(DataIntegrityViolationException.class)
                            .hasMessage("the id 4294967297 is no int: call nextLongValue()");
                    context.stop();
                    assertThatThrownBy(ids::nextLongValue).isInstanceOf(DataAccessResourceFailureException.class);
                });
    }

    /** As docs/integrations.md says of spring.main.lazy-initialization. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void idsOfALazyApplicationAreMadeAtTheStartIfTheyAreExcluded(boolean excluded) {
        ApplicationContextRunner lazy = SnippetApplication.inMemory("idgen.namespace: lazy")
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));
        (excluded ? lazy.withUserConfiguration(EagerIds.class) : lazy).run(context -> {
            assertThat(context.getBeanFactory().containsSingleton("idgenIdService"))
                    .isEqualTo(excluded);
            assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
        });
    }
}
