package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.LongIdGenerator;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A setting of a namespace is changed while applications run, with {@code idgen.replaces}. */
class ChangedTermsIntegrationTests {

    private static final Pattern FINGERPRINT = Pattern.compile("'idgen.replaces' to '([0-9a-z]+)'");

    @AutoClose
    private final RedisServer redis = RedisServer.running();

    private ApplicationContextRunner with(String... properties) {
        return TypicalApplication.onRedis()
                .withPropertyValues(
                        "spring.data.redis.url=redis://" + redis.address(),
                        "idgen.store-check.enabled=false",
                        "idgen.lease-ttl=5s")
                .withPropertyValues(properties);
    }

    private String fingerprintThat(ApplicationContextRunner refused) {
        String[] found = new String[1];
        refused.run(context -> {
            Matcher named = FINGERPRINT.matcher(rootMessage(context.getStartupFailure()));
            assertThat(named.find()).as("%s", context.getStartupFailure()).isTrue();
            found[0] = named.group(1);
        });
        return found[0];
    }

    private static String rootMessage(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            all.append(at.getMessage());
            all.append(at instanceof dev.idgen.InvalidSettingException wrong ? wrong.action() : "");
        }
        return all.toString();
    }

    private static <T> boolean draws(Supplier<T> generator, List<T> drawn) {
        try {
            drawn.add(generator.get());
            return true;
        } catch (IdgenException e) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "idgen.lease-ttl=7s",
        "idgen.string.zone=+08:00",
        "idgen.string.scramble-key=another",
        "idgen.region=1/2",
    })
    void stringIdsGoOnWithTheOtherSetting(String setting) {
        List<String> drawn = new ArrayList<>();
        with().run(earlier -> {
            IdService before = earlier.getBean(IdService.class);
            Wait.until("an id", () -> draws(before::nextId, drawn));
            String fingerprint = fingerprintThat(with(setting));
            with(setting, "idgen.replaces=" + fingerprint).run(later -> {
                IdService after = later.getBean(IdService.class);
                assertThat(draws(before::nextId, drawn)).isTrue();
                assertThatThrownBy(after::nextId).hasMessageContaining("settings were changed, so leases begin after");
                Wait.until("an id", () -> draws(after::nextId, drawn));
                assertThatThrownBy(before::nextId).isInstanceOf(NamespaceDisagreementException.class);
                with(setting)
                        .run(next -> assertThat(draws(next.getBean(IdService.class)::nextId, drawn))
                                .as("without the property")
                                .isTrue());
            });
        });
        assertThat(new HashSet<>(drawn)).hasSameSizeAs(drawn);
    }

    @Test
    void nodeIdsGoOnWithTheOtherTtl() {
        ApplicationContextRunner order = with("idgen.generators.order.type=snowflake", "idgen.sequence.lease-ttl=5s");
        List<Long> drawn = new ArrayList<>();
        order.run(earlier -> {
            LongIdGenerator before = earlier.getBean("order", LongIdGenerator.class);
            Wait.until("an id", () -> draws(before::nextLong, drawn));
            String setting = "idgen.node.lease-ttl=7s";
            String fingerprint = fingerprintThat(order.withPropertyValues(setting));
            order.withPropertyValues(setting, "idgen.replaces=" + fingerprint).run(later -> {
                LongIdGenerator after = later.getBean("order", LongIdGenerator.class);
                assertThat(draws(before::nextLong, drawn)).isTrue();
                assertThatThrownBy(after::nextLong).hasMessageContaining("leases begin after");
                Wait.until("an id", () -> draws(after::nextLong, drawn));
                assertThatThrownBy(before::nextLong).hasMessageContaining("do not fit this instance");
            });
        });
        assertThat(new HashSet<>(drawn)).hasSameSizeAs(drawn);
    }
}
