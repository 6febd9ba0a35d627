package dev.idgen.integrations.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import org.activiti.engine.ProcessEngine;
import org.activiti.engine.runtime.ProcessInstance;
import org.activiti.engine.task.Task;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

/** What Activiti stores has ids of ours, in H2, without its starter, which is for Spring Boot 2. */
@SpringBootTest(properties = {"flowable.process.enabled=false", "flowable.eventregistry.enabled=false"})
class ActivitiIdsTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(ActivitiIds.class)
    static class Application {}

    @Test
    void processAndTaskHaveIdgensIds(@Autowired ProcessEngine engine, @Autowired IdService ids) {
        String deployment = engine.getRepositoryService()
                .createDeployment()
                .addClasspathResource("approval.bpmn20.xml")
                .deploy()
                .getId();
        ProcessInstance process = engine.getRuntimeService().startProcessInstanceByKey("approval");
        Task task = engine.getTaskService()
                .createTaskQuery()
                .processInstanceId(process.getId())
                .singleResult();

        assertThat(ids.decode(deployment).text("business")).isEqualTo("ACTV");
        assertThat(ids.decode(process.getId()).text("business")).isEqualTo("ACTV");
        assertThat(ids.decode(task.getId()).text("business")).isEqualTo("ACTV");
        engine.getTaskService().complete(task.getId());
        assertThat(engine.getRuntimeService().createProcessInstanceQuery().count())
                .isZero();
    }
}
