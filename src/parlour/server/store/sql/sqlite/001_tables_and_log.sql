-- Tables and their logs.

CREATE TABLE tables (
    id         TEXT PRIMARY KEY,
    code       TEXT NOT NULL UNIQUE,
    game       TEXT NOT NULL,
    version    INTEGER NOT NULL,      -- of the rules
    seed       BLOB NOT NULL,
    salt       BLOB NOT NULL,
    created_ms INTEGER NOT NULL,
    touched_ms INTEGER NOT NULL,      -- time of the last row
    last       INTEGER NOT NULL,      -- number of the last row: an append moves it, or fails
    state      TEXT NOT NULL,
    public     INTEGER NOT NULL,
    listed_ms  INTEGER NOT NULL,
    listing    TEXT NOT NULL          -- JSON
) STRICT;

CREATE INDEX tables_listed ON tables (state, listed_ms DESC) WHERE public;

-- No foreign key: an append has moved `last` of its table just before, in the same transaction.
CREATE TABLE log (
    table_id TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    at_ms    INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    body     TEXT NOT NULL,           -- JSON
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
