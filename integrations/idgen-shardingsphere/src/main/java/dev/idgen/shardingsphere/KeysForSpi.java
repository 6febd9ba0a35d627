package dev.idgen.shardingsphere;

import org.apache.shardingsphere.infra.algorithm.keygen.spi.KeyGenerateAlgorithm;

/** The key generator for ShardingSphere 5.5.3 and later. */
public final class KeysForSpi extends ShardingSphereKeys implements KeyGenerateAlgorithm {

    /** Called by ShardingSphere, which then calls {@link #init}. */
    public KeysForSpi() {}
}
