package dev.idgen.shardingsphere;

import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;

/** The key generator for ShardingSphere 5.5.1 and 5.5.2. */
public final class KeysForCore extends ShardingSphereKeys implements KeyGenerateAlgorithm {

    /** Called by ShardingSphere, which then calls {@link #init}. */
    public KeysForCore() {}
}
