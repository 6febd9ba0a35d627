package dev.idgen.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.BadSqlGrammarException;

class DialectTests {

    /** Otherwise a user of HSQLDB reads of a missing right, not that the database is not supported. */
    @Test
    void missingTableOfHsqldbIsNoMissingRight() {
        SQLException missing = new SQLException("user lacks privilege or object not found", "42501", -5501);
        assertThat(SqlErrors.translator().translate("task", "SELECT", missing))
                .isInstanceOf(BadSqlGrammarException.class);
    }

    /** The code is that of MySQL and MariaDB, whose message does not say what to set for idgen. */
    @Test
    void binaryLogThatCannotTakeIdgensStatementsIsNamed() {
        SQLException refused =
                new SQLException("Cannot execute statement: impossible to write to binary log", "HY000", 1665);
        assertThat(SqlErrors.translator().translate("task", "UPDATE", refused))
                .hasMessageContaining("'binlog_format' to ROW or MIXED");
    }
}
