package dev.idgen.integrations.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import java.util.UUID;
import org.axonframework.common.IdentifierFactory;
import org.axonframework.eventhandling.GenericEventMessage;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Axon finds our factory, and its messages have ids of ours once the application runs. */
class AxonIdsTests {

    @Test
    void messagesHaveIdgensIdsOnceTheApplicationRuns() {
        IdentifierFactory factory = IdentifierFactory.getInstance();
        assertThat(factory).isInstanceOf(AxonIds.class);
        assertThat(UUID.fromString(factory.generateIdentifier())).isNotNull();

        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class))
                .withPropertyValues("idgen.store=memory")
                .withUserConfiguration(AxonIds.Source.class)
                .run(context -> {
                    IdService ids = context.getBean(IdService.class);
                    assertThat(ids.decode(factory.generateIdentifier()).text("business"))
                            .isEqualTo("AXON");
                    String event = GenericEventMessage.asEventMessage("paid").getIdentifier();
                    assertThat(ids.decode(event).text("business")).isEqualTo("AXON");
                });
    }
}
