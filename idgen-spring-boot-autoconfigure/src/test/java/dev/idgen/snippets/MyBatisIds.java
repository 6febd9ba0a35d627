package dev.idgen.snippets;

import dev.idgen.IdService;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;

@Intercepts(
        @Signature(
                type = Executor.class,
                method = "update",
                args = {MappedStatement.class, Object.class}))
class MyBatisIds implements Interceptor {

    interface Identified {

        String getId();

        void setId(String id);
    }

    private final IdService ids;

    MyBatisIds(IdService ids) {
        this.ids = ids;
    }

    @Override
    public Object intercept(Invocation update) throws Throwable {
        MappedStatement statement = (MappedStatement) update.getArgs()[0];
        if (statement.getSqlCommandType() == SqlCommandType.INSERT
                && update.getArgs()[1] instanceof Identified entity
                && entity.getId() == null) {
            entity.setId(ids.nextId("ORDR"));
        }
        return update.proceed();
    }
}
