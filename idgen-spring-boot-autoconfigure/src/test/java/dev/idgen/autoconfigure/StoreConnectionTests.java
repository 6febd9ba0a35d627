package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.InvalidSettingException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

/** Which bean is chosen where that is less plain than in an application with two. */
class StoreConnectionTests {

    private final ApplicationContextRunner unmarked =
            new ApplicationContextRunner().withBean("unmarked", DataSource.class, JdbcDataSource::new);

    /** Another name for the annotation. */
    @IdgenDataSource
    @Retention(RetentionPolicy.RUNTIME)
    @interface ForIds {}

    static class Marked {

        @Bean
        @IdgenDataSource
        DataSource marked() {
            return new JdbcDataSource();
        }
    }

    static class MarkedByAnotherName {

        @Bean
        @ForIds
        DataSource renamed() {
            return new JdbcDataSource();
        }
    }

    static class MarkedAndPrimary {

        @Bean
        @Primary
        @IdgenDataSource
        DataSource preferred() {
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

    static class Primaries {

        @Bean
        @Primary
        DataSource first() {
            return new JdbcDataSource();
        }

        @Bean
        @Primary
        DataSource second() {
            return new JdbcDataSource();
        }
    }

    static class Broken {

        @Bean
        @Lazy
        DataSource broken() {
            throw new IllegalStateException("is made");
        }
    }

    @Test
    void noneWhereThereIsNone() {
        new ApplicationContextRunner().run(context -> {
            assertThat(choice(context).bean()).isNull();
            assertThat(choice(context).problem()).isNull();
        });
    }

    @Test
    void beanOfAParentIsFoundByItsAnnotationAndItsName() {
        try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(Marked.class)) {
            ApplicationContextRunner child = unmarked.withParent(parent);
            child.run(context -> assertThat(choice(context).bean()).isEqualTo("marked"));
            child.withPropertyValues("idgen.jdbc.data-source=marked")
                    .run(context -> assertThat(chosen(context)).isSameAs(parent.getBean("marked")));
        }
    }

    @Test
    void annotationMayHaveAnotherName() {
        unmarked.withUserConfiguration(MarkedByAnotherName.class)
                .run(context -> assertThat(choice(context).bean()).isEqualTo("renamed"));
    }

    @Test
    void primaryOneOfTheMarkedIsChosen() {
        unmarked.withUserConfiguration(Marked.class, MarkedAndPrimary.class)
                .run(context -> assertThat(choice(context).bean()).isEqualTo("preferred"));
    }

    @Test
    void proxyOfAScopeIsChosenRatherThanWhatIsBehindIt() {
        unmarked.withUserConfiguration(MarkedInScope.class)
                .run(context -> assertThat(choice(context).bean()).isEqualTo("scoped"));
    }

    @Test
    void twoPrimaryOnesAreNoChoice() {
        unmarked.withUserConfiguration(Primaries.class)
                .run(context -> assertThat(choice(context).problem())
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("'first', 'second'"));
    }

    @Test
    void singletonWithoutADefinitionCounts() {
        unmarked.withInitializer(context -> context.getBeanFactory().registerSingleton("ready", new JdbcDataSource()))
                .run(context -> assertThat(choice(context).problem()).hasMessageContaining("'unmarked', 'ready'"));
    }

    @Test
    void aliasIsAName() {
        unmarked.withUserConfiguration(Marked.class)
                .withInitializer(context -> context.getBeanFactory().registerAlias("unmarked", "alias"))
                .withPropertyValues("idgen.jdbc.data-source=alias")
                .run(context -> assertThat(chosen(context)).isSameAs(context.getBean("unmarked")));
    }

    @Test
    void choosingMakesNoBean() {
        new ApplicationContextRunner()
                .withUserConfiguration(Broken.class)
                .run(context -> assertThat(choice(context).bean()).isEqualTo("broken"));
    }

    private static StoreConnection.Choice choice(AssertableApplicationContext context) {
        return StoreConnection.DATABASE.choice(beans(context), context.getEnvironment());
    }

    private static DataSource chosen(AssertableApplicationContext context) {
        return StoreConnection.DATABASE.get(beans(context), context.getEnvironment(), DataSource.class);
    }

    private static ConfigurableListableBeanFactory beans(AssertableApplicationContext context) {
        return context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                .getBeanFactory();
    }
}
