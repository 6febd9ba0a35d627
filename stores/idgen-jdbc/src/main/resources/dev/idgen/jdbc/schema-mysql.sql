-- Names are case-sensitive.
-- Counters and segments.
CREATE TABLE IF NOT EXISTS idgen_counter (
    namespace     VARCHAR(64)  NOT NULL,
    counter_name  VARCHAR(128) NOT NULL,
    last_number   BIGINT       NOT NULL,
    PRIMARY KEY (namespace, counter_name)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

-- Transactional counters: numbers that floor or raiseTo skipped, and when, in epoch milliseconds.
CREATE TABLE IF NOT EXISTS idgen_counter_gap (
    namespace    VARCHAR(64)  NOT NULL,
    counter_name VARCHAR(128) NOT NULL,
    gap_from     BIGINT       NOT NULL,
    gap_to       BIGINT       NOT NULL,
    skipped_at   BIGINT       NOT NULL,
    PRIMARY KEY (namespace, counter_name, gap_from, skipped_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

-- Transactional counters: the id that each request was given, until expires_at, in epoch milliseconds.
CREATE TABLE IF NOT EXISTS idgen_counter_request (
    namespace    VARCHAR(64)   NOT NULL,
    counter_name VARCHAR(128)  NOT NULL,
    request_key  VARCHAR(128)  NOT NULL,
    id_text      VARCHAR(4000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    expires_at   BIGINT        NOT NULL,
    PRIMARY KEY (namespace, counter_name, request_key),
    KEY idgen_counter_request_expiry (namespace, expires_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

-- Leases of numbers and node ids, and state that all instances share. An empty value means no value.
CREATE TABLE IF NOT EXISTS idgen_register (
    namespace    VARCHAR(64)   NOT NULL,
    group_name   VARCHAR(64)   NOT NULL,
    name         VARCHAR(64)   NOT NULL,
    stored_value VARCHAR(4000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    PRIMARY KEY (namespace, group_name, name)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;
