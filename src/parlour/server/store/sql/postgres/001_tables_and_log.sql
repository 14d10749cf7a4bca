-- Tables and their logs.

-- The free room in the pages lets an append move `last` without touching any index.
CREATE TABLE tables (
    id         text PRIMARY KEY,
    code       text NOT NULL UNIQUE,
    game       text NOT NULL,
    version    bigint NOT NULL,       -- of the rules
    seed       bytea NOT NULL,
    salt       bytea NOT NULL,
    created_ms bigint NOT NULL,
    touched_ms bigint NOT NULL,       -- time of the last row
    last       bigint NOT NULL,       -- number of the last row: an append moves it, or fails
    state      text NOT NULL,
    public     boolean NOT NULL,
    listed_ms  bigint NOT NULL,
    listing    text NOT NULL          -- JSON, kept to the byte
) WITH (fillfactor = 60);

CREATE INDEX tables_listed ON tables (state, listed_ms DESC) WHERE public;

-- No foreign key: an append moves `last` of its table in the same statement.
CREATE TABLE log (
    table_id text NOT NULL,
    seq      bigint NOT NULL,
    at_ms    bigint NOT NULL,
    kind     text NOT NULL,
    body     text NOT NULL,           -- JSON, kept to the byte
    mark     bigint NOT NULL,         -- drawn by the writer: was this row mine?
    PRIMARY KEY (table_id, seq)
);
