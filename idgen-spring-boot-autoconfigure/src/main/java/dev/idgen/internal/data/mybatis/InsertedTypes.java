package dev.idgen.internal.data.mybatis;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.session.Configuration;

/** What is inserted, as far as it is known before. */
final class InsertedTypes {

    private InsertedTypes() {}

    /** The types that insert statements take: of those with several parameters, or with collections, none is known. */
    static Set<Class<?>> of(Configuration configuration) {
        Set<Class<?>> types = new LinkedHashSet<>();
        // A short name that several statements have stands for an object that is no statement.
        Collection<?> statements = configuration.getMappedStatements();
        for (Object each : statements) {
            if (each instanceof MappedStatement statement && statement.getSqlCommandType() == SqlCommandType.INSERT) {
                Class<?> type = statement.getParameterMap().getType();
                if (type != null) {
                    types.add(type);
                }
            }
        }
        return types;
    }
}
