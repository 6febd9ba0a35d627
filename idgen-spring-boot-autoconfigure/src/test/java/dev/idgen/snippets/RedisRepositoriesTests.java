package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisRepositoriesAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.support.GenericApplicationContext;

/** What the page of entities says of an application with repositories of JPA and the starter, which brings Spring Data Redis. */
@ExtendWith(OutputCaptureExtension.class)
class RedisRepositoriesTests {

    private static final Pattern ADVICE =
            Pattern.compile("logs for each repository `(.+?)`\\..*?set `(.+?): (.+?)`", Pattern.DOTALL);

    private final Matcher page = ADVICE.matcher(Page.of("docs/entities.md").text());

    /** It has one repository, of JPA. */
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataRedisAutoConfiguration.class, DataRedisRepositoriesAutoConfiguration.class))
            .withInitializer(context ->
                    AutoConfigurationPackages.register((GenericApplicationContext) context, "dev.idgen.mistakes"));

    @Test
    void springDataSaysWhatThePageQuotes(CapturedOutput output) {
        assertThat(page.find()).isTrue();
        application.run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains(page.group(1)).contains("dev.idgen.mistakes.Orders");
    }

    @Test
    void settingOfThePageSilencesIt(CapturedOutput output) {
        assertThat(page.find()).isTrue();
        application
                .withPropertyValues(page.group(2) + "=" + page.group(3))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).doesNotContain(page.group(1));
    }
}
