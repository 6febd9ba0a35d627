CREATE TABLE IF NOT EXISTS outbox (
    stream  VARCHAR(64)   NOT NULL,
    number  BIGINT        NOT NULL,
    payload VARCHAR(1000) NOT NULL,
    PRIMARY KEY (stream, number)
);

-- The last number that each reader has handled.
CREATE TABLE IF NOT EXISTS outbox_cursor (
    reader VARCHAR(64) NOT NULL,
    stream VARCHAR(64) NOT NULL,
    number BIGINT      NOT NULL,
    PRIMARY KEY (reader, stream)
);
