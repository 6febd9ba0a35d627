package dev.idgen.integrations.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Two databases, and tables whose rows ShardingSphere puts into the one or the other by their keys. */
class ShardingSphereIntegrationTests {

    private static final String URL = "jdbc:shardingsphere:classpath:sharding.yaml";
    private static final int ROWS = 12_000;
    private static final int ROWS_OF_AN_INSERT = 100;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    /** Inserts while the application starts, before it has asked for a generator. */
    static class Inserting extends Application {

        @Bean
        String first(JdbcTemplate jdbc) {
            insert(jdbc, 1);
            return "inserted";
        }
    }

    @BeforeEach
    void makeTables() throws SQLException {
        for (String database : List.of("ds_0", "ds_1")) {
            try (Connection connection = DriverManager.getConnection(h2(database), "sa", "");
                    Statement statement = connection.createStatement()) {
                statement.execute("create table if not exists orders (id bigint primary key, amount int)");
                statement.execute("create table if not exists notes (id varchar(27) primary key, amount int)");
                statement.execute("delete from orders");
                statement.execute("delete from notes");
            }
        }
    }

    @Test
    void rowsAreSpreadEvenly() throws SQLException {
        try (ConfigurableApplicationContext context = start(Application.class)) {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            for (int row = 0; row < ROWS / 2; row++) {
                insert(jdbc, 1);
            }
            for (int row = 0; row < ROWS / 2; row += ROWS_OF_AN_INSERT) {
                insert(jdbc, ROWS_OF_AN_INSERT);
            }
            assertThat(rows("ds_0") + rows("ds_1")).isEqualTo(ROWS);
            assertThat(rows("ds_0")).isCloseTo(ROWS / 2, Percentage.withPercentage(2));
            assertThat(jdbc.queryForList("select id from orders", Long.class))
                    .doesNotHaveDuplicates()
                    .hasSize(ROWS);
        }
    }

    @Test
    void textsWithABusinessCodeAreKeys() {
        try (ConfigurableApplicationContext context = start(Application.class)) {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.update("insert into notes (amount) values (?), (?)", 1, 2);
            assertThat(jdbc.queryForList("select id from notes", String.class))
                    .hasSize(2)
                    .allMatch(id -> id.matches("\\d{15}1234\\d{8}"));
        }
    }

    /** The driver keeps its data source, and with it the key generator, for the next application. */
    @Test
    void keysComeFromTheApplicationThatStartsOrRuns() throws SQLException {
        start(Inserting.class).close();
        assertThat(rows("ds_0") + rows("ds_1")).isEqualTo(1);
        assertThatThrownBy(ShardingSphereIntegrationTests::insertWithoutApplication)
                .hasMessageContaining(
                        "key generator of type IDGEN with generator 'order' is asked for keys, but no Spring Boot"
                                + " application with idgen runs in this process");
        start(Inserting.class).close();
        assertThat(rows("ds_0") + rows("ds_1")).isEqualTo(2);
    }

    @Test
    void applicationsOfOneNamespaceAreAsGoodAsEachOther() {
        try (ConfigurableApplicationContext first = start(Application.class);
                ConfigurableApplicationContext second = start(Application.class)) {
            insert(first.getBean(JdbcTemplate.class), 1);
            insert(second.getBean(JdbcTemplate.class), 1);
        }
    }

    @Test
    void applicationsOfTwoNamespacesAreAmbiguous() {
        try (ConfigurableApplicationContext first = start(Application.class);
                ConfigurableApplicationContext second = start(Application.class, "idgen.namespace=other")) {
            assertThat(second.isActive()).isTrue();
            assertThatThrownBy(() -> insert(first.getBean(JdbcTemplate.class), 1))
                    .rootCause()
                    .hasMessageContaining("can draw from applications with the namespaces [default, other]")
                    .hasMessageContaining("Add 'namespace' to its props");
        }
    }

    private static void insert(JdbcTemplate jdbc, int rows) {
        String values = IntStream.range(0, rows).mapToObj(row -> "(?)").collect(Collectors.joining(", "));
        jdbc.update(
                "insert into orders (amount) values " + values,
                IntStream.range(0, rows).boxed().toArray());
    }

    private static void insertWithoutApplication() throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("insert into orders (amount) values (1)");
        }
    }

    private static int rows(String database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(h2(database), "sa", "")) {
            return new JdbcTemplate(new SingleConnectionDataSource(connection, true))
                    .queryForObject("select count(*) from orders", Integer.class);
        }
    }

    private static String h2(String database) {
        return "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1";
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... properties) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run();
    }
}
