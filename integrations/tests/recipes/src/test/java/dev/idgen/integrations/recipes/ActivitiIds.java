package dev.idgen.integrations.recipes;

import dev.idgen.IdService;
import javax.sql.DataSource;
import org.activiti.engine.ProcessEngine;
import org.activiti.engine.impl.cfg.StandaloneProcessEngineConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class ActivitiIds {

    @Bean(destroyMethod = "close")
    ProcessEngine processEngine(DataSource database, IdService ids) {
        StandaloneProcessEngineConfiguration engine = new StandaloneProcessEngineConfiguration();
        engine.setDataSource(database);
        engine.setDatabaseSchemaUpdate("true");
        engine.setIdGenerator(() -> ids.nextId("ACTV"));
        return engine.buildProcessEngine();
    }
}
