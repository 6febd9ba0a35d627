package dev.idgen.jdbc;

import dev.idgen.InvalidSettingException;
import org.springframework.transaction.TransactionDefinition;

/** Any other database. It counts within the database's own limits, and leases nothing. Stateless. */
final class StandardDialect extends Dialect {

    StandardDialect() {
        super(STANDARD_SCHEMA, TransactionDefinition.TIMEOUT_DEFAULT, "", "");
    }

    @Override
    Dialect requireSupport() {
        throw new InvalidSettingException(
                "idgen.store",
                "is 'jdbc', and the database is neither PostgreSQL, MySQL, MariaDB nor H2",
                "Use one of these, or Redis: set 'idgen.store' to 'redis'.");
    }
}
