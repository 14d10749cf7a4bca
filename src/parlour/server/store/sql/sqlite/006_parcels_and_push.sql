-- Parcels that one device leaves for another, and where to send word that it is somebody's turn.

CREATE TABLE parcels (
    id       TEXT PRIMARY KEY,
    body     TEXT NOT NULL,           -- encrypted by the page; the server has no key
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE subscriptions (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    hash     TEXT NOT NULL,           -- of the key of the seat
    endpoint TEXT NOT NULL,
    body     TEXT NOT NULL,           -- JSON: the browser's keys, its language
    sent     TEXT NOT NULL,           -- the question that word was last sent of
    at_ms    INTEGER NOT NULL,
    PRIMARY KEY (table_id, hash, endpoint)
) STRICT, WITHOUT ROWID;

CREATE INDEX subscriptions_at ON subscriptions (at_ms);
