package dev.idgen.entities;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.GeneratedTable;
import dev.idgen.TcpProxy;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.data.GeneratedId;
import dev.idgen.internal.store.jdbc.Database;
import dev.idgen.internal.store.jdbc.JdbcCounts;
import dev.idgen.internal.store.jdbc.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;

/**
 * Counts what it takes to store 1,000 entities in one transaction on PostgreSQL, for the table in {@code docs/entities.md}, which {@code
 * -Didgen.docs.write=true} writes anew.
 */
class BatchInsertsPageTests {

    private static final Path PAGE = Path.of("..", "docs", "entities.md");
    private static final int ROWS = 1000;

    @Entity(name = "generated_rows")
    static class GeneratedRow {

        @Id
        @GeneratedId("row")
        Long id;
    }

    @Entity(name = "sequenced_rows")
    static class SequencedRow {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "numbers")
        @SequenceGenerator(name = "numbers", sequenceName = "row_numbers", allocationSize = 50)
        Long id;
    }

    @Entity(name = "identity_rows")
    static class IdentityRow {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;
    }

    /** @param roundTrips how often the application waited for the database, the commit included */
    private record Cost(int prepared, int executed, int batches, int roundTrips) {

        String row(String id, int batchSize) {
            return "| %s | %d | %,d | %,d | %,d | %,d |\n"
                    .formatted(id, batchSize, prepared, executed, batches, roundTrips);
        }
    }

    private static Cost cost(Supplier<?> row, int batchSize) {
        Database database = TestDatabase.POSTGRESQL.running();
        AtomicInteger trips = new AtomicInteger();
        Cost[] cost = new Cost[1];
        try (TcpProxy network = new TcpProxy(database.port(), () -> new PostgresRoundTrips(trips));
                HikariDataSource pool = database.pool(network.port(), settings -> {})) {
            JdbcCounts counts = new JdbcCounts(pool);
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(
                            IdgenAutoConfiguration.class,
                            IdgenGeneratorsAutoConfiguration.class,
                            IdgenEntityAutoConfiguration.class,
                            DataSourceTransactionManagerAutoConfiguration.class,
                            TransactionAutoConfiguration.class,
                            HibernateJpaAutoConfiguration.class))
                    .withBean(DataSource.class, () -> counts)
                    .withBean(
                            PersistenceManagedTypes.class,
                            () -> PersistenceManagedTypes.of(
                                    row.get().getClass().getName()))
                    .withPropertyValues(
                            "idgen.store=memory",
                            "idgen.generators.row.type=snowflake",
                            "spring.jpa.hibernate.ddl-auto=create-drop",
                            "spring.jpa.properties.hibernate.jdbc.batch_size=" + batchSize)
                    .run(context -> {
                        EntityManager entities =
                                context.getBean(EntityManagerFactory.class).createEntityManager();
                        entities.getTransaction().begin();
                        entities.createNativeQuery("select 1").getSingleResult();
                        counts.clear();
                        trips.set(0);
                        for (int i = 0; i < ROWS; i++) {
                            entities.persist(row.get());
                        }
                        entities.getTransaction().commit();
                        cost[0] = new Cost(
                                counts.of("prepareStatement"),
                                counts.of("execute"),
                                counts.of("executeBatch"),
                                trips.get());
                        assertThat(entities.createQuery("select count(r) from "
                                                + entities.getEntityManagerFactory()
                                                        .getMetamodel()
                                                        .entity(row.get().getClass())
                                                        .getName()
                                                + " r")
                                        .getSingleResult())
                                .isEqualTo((long) ROWS);
                        entities.close();
                    });
        }
        return cost[0];
    }

    @Test
    void tableSaysWhatAThousandRowsTake() throws IOException {
        StringBuilder table = new StringBuilder("| id | `hibernate.jdbc.batch_size` | statements prepared | executed |"
                + " of these batches | round trips |\n|---|---|---|---|---|---|\n");
        Cost generated = cost(GeneratedRow::new, 50);
        Cost sequenced = cost(SequencedRow::new, 50);
        Cost identity = cost(IdentityRow::new, 50);
        table.append(generated.row("`@GeneratedId`", 50))
                .append(sequenced.row("a sequence with `allocationSize = 50`", 50))
                .append(identity.row("`IDENTITY`", 50))
                .append(cost(GeneratedRow::new, 0).row("`@GeneratedId`", 0));
        GeneratedTable.check(PAGE, "batches", table);
        assertThat(generated.roundTrips()).isLessThan(sequenced.roundTrips()).isLessThan(identity.roundTrips() / 10);
    }
}
