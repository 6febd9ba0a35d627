package dev.idgen.integrations.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.data.GeneratedId;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** Annotations that cannot be followed: said when the application starts, where MyBatis knows what is inserted. */
@ExtendWith(OutputCaptureExtension.class)
class MyBatisMistakesTests {

    record Receipt(@GeneratedId("number") Long id) {}

    static class Ticket {

        @GeneratedId("tickets")
        Long id;
    }

    interface Receipts {

        @Insert("insert into receipts (id) values (#{id})")
        int insert(Receipt receipt);
    }

    interface Tickets {

        @Insert(
                "<script>insert into tickets (id) values <foreach item='ticket' collection='list'>#{ticket.id}</foreach></script>")
        int insert(List<Ticket> tickets);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void recordIsRefusedAtStart(CapturedOutput output) {
        assertThatThrownBy(() -> start(Receipts.class)).isInstanceOf(Exception.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("@GeneratedId is on " + Receipt.class.getName() + ".id, which MyBatis cannot write to.")
                .contains("take the id before you create it");
    }

    @Test
    void elementsAreLookedAtWhenTheyAreInserted() {
        try (ConfigurableApplicationContext context = start(Tickets.class)) {
            Tickets tickets = context.getBean(Tickets.class);
            assertThatThrownBy(() -> tickets.insert(List.of(new Ticket())))
                    .rootCause()
                    .hasMessageContaining("@GeneratedId(\"tickets\") on " + Ticket.class.getName()
                            + ".id names a generator that 'idgen.generators' does not have; it has [number, key]");
        }
    }

    private static <T> ConfigurableApplicationContext start(Class<T> mapper) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.generate-unique-name=true")
                .initializers(context -> ((GenericApplicationContext) context)
                        .registerBean(
                                "mapper",
                                MapperFactoryBean.class,
                                () -> {
                                    MapperFactoryBean<T> made = new MapperFactoryBean<>(mapper);
                                    made.setSqlSessionFactory(context.getBean(SqlSessionFactory.class));
                                    return made;
                                },
                                definition -> definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, mapper)))
                .run();
    }
}
