-- Counters and segments.
CREATE TABLE IF NOT EXISTS idgen_counter (
    namespace     VARCHAR(64)  NOT NULL,
    counter_name  VARCHAR(128) NOT NULL,
    counter_value BIGINT       NOT NULL,
    PRIMARY KEY (namespace, counter_name)
);

-- Transactional counters: what floor skipped, and when, in epoch milliseconds.
CREATE TABLE IF NOT EXISTS idgen_counter_gap (
    namespace    VARCHAR(64)  NOT NULL,
    counter_name VARCHAR(128) NOT NULL,
    gap_from     BIGINT       NOT NULL,
    gap_to       BIGINT       NOT NULL,
    skipped_at   BIGINT       NOT NULL,
    PRIMARY KEY (namespace, counter_name, gap_from, skipped_at)
);

-- String ids: what all instances share.
CREATE TABLE IF NOT EXISTS idgen_namespace (
    namespace   VARCHAR(64)  NOT NULL,
    terms       VARCHAR(512) NOT NULL,
    longest_ttl BIGINT       NOT NULL,
    settled_ttl BIGINT       NOT NULL,
    PRIMARY KEY (namespace)
);

-- String ids: who may use which numbers of a bucket when, in epoch milliseconds. A bucket with closed = TRUE leases none.
CREATE TABLE IF NOT EXISTS idgen_bucket (
    namespace    VARCHAR(64)  NOT NULL,
    bucket       INTEGER      NOT NULL,
    server_run   VARCHAR(320) NOT NULL,
    stay_quarter INTEGER      NOT NULL,
    numbers_used INTEGER      NOT NULL,
    entered      BIGINT       NOT NULL,
    last_granted BIGINT       NOT NULL,
    longest_ttl  BIGINT       NOT NULL,
    end_0        BIGINT       NOT NULL,
    end_1        BIGINT       NOT NULL,
    end_2        BIGINT       NOT NULL,
    end_3        BIGINT       NOT NULL,
    closed       BOOLEAN      NOT NULL DEFAULT FALSE,
    PRIMARY KEY (namespace, bucket)
);

-- Leased node ids: a pool for each number of bits.
CREATE TABLE IF NOT EXISTS idgen_node_pool (
    namespace    VARCHAR(64)  NOT NULL,
    bits         INTEGER      NOT NULL,
    server_run   VARCHAR(320) NOT NULL,
    last_granted BIGINT       NOT NULL,
    longest_ttl  BIGINT       NOT NULL,
    settled_ttl  BIGINT       NOT NULL,
    doubted      BIGINT       NOT NULL,
    PRIMARY KEY (namespace, bits)
);

-- Leased node ids: each that was ever used, until when, in epoch milliseconds, and by whom.
CREATE TABLE IF NOT EXISTS idgen_node (
    namespace  VARCHAR(64)  NOT NULL,
    bits       INTEGER      NOT NULL,
    node_id    BIGINT       NOT NULL,
    window_end BIGINT       NOT NULL,
    holder     VARCHAR(512),
    PRIMARY KEY (namespace, bits, node_id)
);

-- Leases and terms: a value for each name, in groups.
CREATE TABLE IF NOT EXISTS idgen_register (
    namespace    VARCHAR(64)   NOT NULL,
    group_name   VARCHAR(64)   NOT NULL,
    name         VARCHAR(64)   NOT NULL,
    stored_value VARCHAR(4000) NOT NULL,
    PRIMARY KEY (namespace, group_name, name)
);
