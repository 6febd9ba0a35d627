package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.connection.StoreConnection;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** Which bean idgen chooses to reach a store. */
class StoreConnectionTests {

    private static final BeanDefinitionCustomizer PRIMARY = definition -> definition.setPrimary(true);

    private final ApplicationContextRunner unmarked = with(new ApplicationContextRunner(), "unmarked");

    @IdgenDataSource
    static class Annotated extends SimpleDriverDataSource {}

    /** Another name for the annotation. */
    @IdgenDataSource
    @Retention(RetentionPolicy.RUNTIME)
    @interface ForIds {}

    @ForIds
    static class Renamed extends SimpleDriverDataSource {}

    static class Marked {

        @Bean
        @IdgenDataSource
        DataSource marked() {
            return new JdbcDataSource();
        }
    }

    static class MarkedInScope {

        @Bean
        @IdgenDataSource
        @Scope(value = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
        DataSource scoped() {
            return new JdbcDataSource();
        }
    }

    private static ApplicationContextRunner with(
            ApplicationContextRunner runner, String name, BeanDefinitionCustomizer... customizers) {
        return runner.withBean(name, DataSource.class, JdbcDataSource::new, customizers);
    }

    private static Arguments way(
            String name, String chosen, Function<ApplicationContextRunner, ApplicationContextRunner> beans) {
        return Arguments.of(name, chosen, beans);
    }

    static Stream<Arguments> ways() {
        return Stream.of(
                way("only one", "unmarked", all -> all),
                way("annotation", "marked", all -> all.withUserConfiguration(Marked.class)),
                way(
                        "annotation rather than primary",
                        "marked",
                        all -> with(all, "primary", PRIMARY).withUserConfiguration(Marked.class)),
                way("annotation of the class", "annotated", all -> all.withBean("annotated", Annotated.class)),
                way("annotation by another name", "renamed", all -> all.withBean("renamed", Renamed.class)),
                way(
                        "primary of the annotated",
                        "preferred",
                        all -> all.withUserConfiguration(Marked.class)
                                .withBean("preferred", Annotated.class, Annotated::new, PRIMARY)),
                way(
                        "proxy of a scope, not what is behind it",
                        "scoped",
                        all -> all.withUserConfiguration(MarkedInScope.class)),
                way("primary", "primary", all -> with(all, "primary", PRIMARY)),
                way(
                        "the only one that is no fallback",
                        "unmarked",
                        all -> with(all, "fallback", definition -> definition.setFallback(true))),
                way(
                        "the only default candidate",
                        "unmarked",
                        all -> with(
                                all,
                                "no-candidate",
                                definition -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void choiceIsThisBean(
            String name, String chosen, Function<ApplicationContextRunner, ApplicationContextRunner> beans) {
        beans.apply(unmarked).run(context -> assertThat(choice(context).bean()).isEqualTo(chosen));
    }

    @Test
    void choiceWithoutBeansIsNone() {
        new ApplicationContextRunner().run(context -> {
            assertThat(choice(context).bean()).isNull();
            assertThat(choice(context).problem()).isNull();
        });
    }

    @Test
    void beanOfParentIsFoundByAnnotationAndByName() {
        try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(Marked.class)) {
            ApplicationContextRunner child = unmarked.withParent(parent);
            child.run(context -> assertThat(choice(context).bean()).isEqualTo("marked"));
            child.withPropertyValues("idgen.jdbc.data-source=marked")
                    .run(context -> assertThat(chosen(context)).isSameAs(parent.getBean("marked")));
        }
    }

    @Test
    void propertyTakesPrecedenceOverAnnotation() {
        with(unmarked, "hidden", definition -> definition.setAutowireCandidate(false))
                .withUserConfiguration(Marked.class)
                .withInitializer(context -> context.getBeanFactory().registerAlias("hidden", "alias"))
                .withPropertyValues("idgen.jdbc.data-source=alias")
                .run(context -> assertThat(chosen(context)).isSameAs(context.getBean("hidden")));
    }

    @Test
    void undecidedChoiceNamesTheBeans() {
        with(with(unmarked, "first", PRIMARY), "second", PRIMARY)
                .run(context -> assertThat(choice(context).problem())
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("'first', 'second'"));
        unmarked.withInitializer(context -> context.getBeanFactory().registerSingleton("ready", new JdbcDataSource()))
                .run(context -> assertThat(choice(context).problem())
                        .as("with a singleton that has no definition")
                        .hasMessageContaining("'unmarked', 'ready'"));
    }

    @Test
    void choosingCreatesNoBean() {
        new ApplicationContextRunner()
                .withBean(
                        "broken",
                        DataSource.class,
                        () -> {
                            throw new IllegalStateException("is created");
                        },
                        definition -> definition.setLazyInit(true))
                .run(context -> assertThat(choice(context).bean()).isEqualTo("broken"));
    }

    private static StoreConnection.Choice choice(AssertableApplicationContext context) {
        return StorePoints.stores(beans(context), context.getEnvironment()).choice(StoreConnection.DATABASE);
    }

    private static DataSource chosen(AssertableApplicationContext context) {
        return StorePoints.stores(beans(context), context.getEnvironment())
                .connection(StoreConnection.DATABASE, DataSource.class);
    }

    private static ConfigurableListableBeanFactory beans(AssertableApplicationContext context) {
        return context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                .getBeanFactory();
    }
}
