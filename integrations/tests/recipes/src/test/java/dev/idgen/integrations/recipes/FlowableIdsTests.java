package dev.idgen.integrations.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import org.flowable.engine.RepositoryService;
import org.flowable.engine.RuntimeService;
import org.flowable.engine.TaskService;
import org.flowable.engine.runtime.ProcessInstance;
import org.flowable.task.api.Task;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

/** What Flowable stores has ids of ours, in H2, with its starter for Spring Boot 4. */
@SpringBootTest
class FlowableIdsTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(FlowableIds.class)
    static class Application {}

    @Test
    void processAndTaskHaveIdgensIds(
            @Autowired RepositoryService repository,
            @Autowired RuntimeService runtime,
            @Autowired TaskService tasks,
            @Autowired IdService ids) {
        String deployment = repository
                .createDeployment()
                .addClasspathResource("approval.bpmn20.xml")
                .deploy()
                .getId();
        ProcessInstance process = runtime.startProcessInstanceByKey("approval");
        Task task = tasks.createTaskQuery().processInstanceId(process.getId()).singleResult();

        assertThat(ids.decode(deployment).text("business")).isEqualTo("FLOW");
        assertThat(ids.decode(process.getId()).text("business")).isEqualTo("FLOW");
        assertThat(ids.decode(task.getId()).text("business")).isEqualTo("FLOW");
        tasks.complete(task.getId());
        assertThat(runtime.createProcessInstanceQuery().count()).isZero();
    }
}
