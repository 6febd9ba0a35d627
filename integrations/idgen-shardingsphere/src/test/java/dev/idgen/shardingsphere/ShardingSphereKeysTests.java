package dev.idgen.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import java.util.ServiceLoader;
import org.apache.shardingsphere.infra.algorithm.core.ShardingSphereAlgorithm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardingSphereKeysTests {

    /** The interface of 5.5.2 and that of 5.5.3, as ShardingSphere looks for them. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm.class,
                org.apache.shardingsphere.infra.algorithm.keygen.spi.KeyGenerateAlgorithm.class
            })
    void serviceOfEachInterfaceIsFoundAndDrawsFromAnApplication(Class<? extends ShardingSphereAlgorithm> service) {
        ShardingSphereAlgorithm found = ServiceLoader.load(service).findFirst().orElseThrow();
        assertThat(found.getType()).isEqualTo("IDGEN");
        Properties props = new Properties();
        props.setProperty("generator", "order");
        found.init(props);
        assertThatThrownBy(() -> service.getMethod(
                                "generateKeys",
                                org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext.class,
                                int.class)
                        .invoke(found, null, 1))
                .rootCause()
                .hasMessageContaining("generator 'order' is asked for keys, but no Spring Boot application");
    }
}
