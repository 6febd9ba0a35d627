-- Names that differ in case are different names.
CREATE TABLE IF NOT EXISTS idgen_counter (
    namespace     VARCHAR(64)  NOT NULL,
    counter_name  VARCHAR(128) NOT NULL,
    counter_value BIGINT       NOT NULL,
    PRIMARY KEY (namespace, counter_name)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;
