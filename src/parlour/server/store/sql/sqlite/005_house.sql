-- What the house as a whole keeps: an operator's orders by name, and who did what.

CREATE TABLE house (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL                -- JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    id    TEXT PRIMARY KEY,           -- random, so that a line sent twice is written once
    at_ms INTEGER NOT NULL,
    kind  TEXT NOT NULL,
    role  TEXT NOT NULL,              -- in which part somebody did it: operator, host, guest
    label TEXT NOT NULL,              -- of an address, hashed
    facts TEXT NOT NULL               -- JSON
) STRICT, WITHOUT ROWID;

CREATE INDEX audit_at ON audit (at_ms, id);
