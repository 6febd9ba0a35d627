package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.localredis.RedisServer;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisRepositoriesAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.util.ReflectionTestUtils;

/** The applications of the README and of the pages about the first id, started. */
@ExtendWith(OutputCaptureExtension.class)
class FirstIdPagesTests {

    private static final String PRINTED = "\\d{15}ORDR\\d{8} was made at 20\\S+Z, invoice INV-\\d{6}-00000%d";
    private static final String SUMMER_TIME = "--idgen.string.zone=Europe/Berlin";
    private static final String NO_FIELDS = "--idgen.generators.parcel.type=custom";

    /** What the page of entities says that Spring Data logs, and the property that silences it. */
    private static final Pattern ADVICE =
            Pattern.compile("logs for each repository `(.+?)`\\..*?set `(.+?): (.+?)`", Pattern.DOTALL);

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @AutoClose
    static final RedisServer second = RedisServer.running();

    @Test
    void snippetsOfTheReadmeGiveAnOrderNumber() throws Exception {
        Page readme = Page.of("README.md");
        Class<?> orders = CompiledSnippets.javaOf(readme).type("Orders");
        SnippetApplication.withRedis(readme.blocks("yaml").get(0), redis)
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
        SnippetApplication.inMemory(page.blocks("yaml").get(1)).run(context -> {
            IdGenerators generators = context.getBean(IdGenerators.class);
            assertThat(generators.get("invoice", String.class).next()).matches("INV-\\d{6}-000001");
            assertThat(generators.getLong("customer").nextLong()).isEqualTo(100_000);
            assertThat(generators.getLong("voucher").nextLong()).isBetween(1L, 999_999_999_999L);
        });
        SnippetApplication.inMemory(Page.of("docs/layouts.md").blocks("yaml").get(0))
                .run(context -> {
                    LongIdGenerator parcel = context.getBean("parcel", LongIdGenerator.class);
                    assertThat(parcel.decode(parcel.nextLong()).parts())
                            .containsEntry("region", 3L)
                            .containsKeys("timestamp", "node", "sequence");
                });
    }

    // Several Redis, and docs/redis.md

    /** As the page says in words. */
    @Configuration(proxyBeanMethods = false)
    static class CacheRedis {

        @Bean(defaultCandidate = false)
        LettuceConnectionFactory cacheConnectionFactory() {
            return new LettuceConnectionFactory("cache.example.com", 6379);
        }

        @Bean(defaultCandidate = false)
        StringRedisTemplate cacheTemplate(@Qualifier("cacheConnectionFactory") LettuceConnectionFactory factory) {
            return new StringRedisTemplate(factory);
        }
    }

    @Test
    void idsComeFromTheRedisThatIsMarkedForThem() throws Exception {
        SnippetApplication.withRedis("idgen.namespace: marked", redis)
                .withPropertyValues("ids.redis.host=" + RedisServer.HOST, "ids.redis.port=" + second.port())
                .withUserConfiguration(
                        CompiledSnippets.javaOf(Page.of("docs/redis.md")).type("IdsRedis"))
                .run(context -> {
                    assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
                    assertThat(context.getBean(StringRedisTemplate.class).keys("{idgen:3:marked*"))
                            .as("in the Redis of everything else")
                            .isEmpty();
                    RedisConnectionFactory ids = context.getBean("idsConnectionFactory", RedisConnectionFactory.class);
                    assertThat(new StringRedisTemplate(ids).keys("{idgen:3:marked*"))
                            .isNotEmpty();
                });
    }

    @Test
    void idsComeFromTheRedisThatIsNotTheCaches() {
        SnippetApplication.withRedis("idgen.namespace: uncached", redis)
                .withUserConfiguration(CacheRedis.class)
                .run(context -> {
                    assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
                    assertThat(context.getBean(StringRedisTemplate.class).keys("{idgen:3:uncached*"))
                            .isNotEmpty();
                    assertThat(context.getBeansOfType(RedisConnectionFactory.class))
                            .hasSize(2);
                });
    }

    // What docs/integrations.md says of spring.main.lazy-initialization

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class})
    static class Application {}

    private static ConfigurableApplicationContext lazy(Class<?> more, String... arguments) {
        return new SpringApplicationBuilder(Application.class, more)
                .web(WebApplicationType.NONE)
                .properties("idgen.store=memory")
                .lazyInitialization(true)
                .run(arguments);
    }

    @Test
    void lazyApplicationMakesNothingBeforeItsFirstId() {
        try (ConfigurableApplicationContext context = lazy(Application.class)) {
            assertThat(context.getBeanFactory().containsSingleton("idgenIdService"))
                    .isFalse();
            assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
        }
        try (ConfigurableApplicationContext context = lazy(Application.class, SUMMER_TIME, NO_FIELDS)) {
            assertThatThrownBy(() -> context.getBean(IdService.class))
                    .rootCause()
                    .hasMessageContaining("idgen.string.zone");
            assertThatThrownBy(() -> context.getBean(IdGenerators.class))
                    .rootCause()
                    .hasMessageContaining("parcel");
        }
    }

    @Test
    void eagerIdsOfALazyApplicationStopTheStartOnAMistake() {
        assertThatThrownBy(() -> lazy(EagerIds.class, SUMMER_TIME))
                .rootCause()
                .hasMessageContaining("idgen.string.zone");
        assertThatThrownBy(() -> lazy(EagerIds.class, NO_FIELDS)).rootCause().hasMessageContaining("parcel");
        try (ConfigurableApplicationContext context = lazy(EagerIds.class)) {
            assertThat(context.getBeanFactory().containsSingleton("idgenIdService"))
                    .isTrue();
        }
    }

    /** An application with one repository, of JPA, and the starter, which brings Spring Data Redis. */
    @Test
    void springDataLogsWhatThePageQuotesUnlessItsSettingSilencesIt(CapturedOutput output) {
        ApplicationContextRunner application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class, DataRedisRepositoriesAutoConfiguration.class))
                .withInitializer(context ->
                        AutoConfigurationPackages.register((GenericApplicationContext) context, "dev.idgen.mistakes"));
        Matcher advice = ADVICE.matcher(Page.of("docs/entities.md").text());
        assertThat(advice.find()).isTrue();

        application
                .withPropertyValues(advice.group(2) + "=" + advice.group(3))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain(advice.group(1));

        application.run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains(advice.group(1)).contains("dev.idgen.mistakes.Orders");
    }
}
