package org.apache.shardingsphere.infra.algorithm.keygen.spi;

import java.util.Collection;
import org.apache.shardingsphere.infra.algorithm.core.ShardingSphereAlgorithm;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;

/**
 * Declares ShardingSphere's interface since 5.5.3, to compile against it. It is not in the jar: ShardingSphere brings
 * its own. Delete it once Maven Central has the artifact {@code shardingsphere-infra-algorithm-key-generator-spi}.
 */
public interface KeyGenerateAlgorithm extends ShardingSphereAlgorithm {

    Collection<? extends Comparable<?>> generateKeys(AlgorithmSQLContext statement, int keys);
}
