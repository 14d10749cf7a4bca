-- Finished games as a replay sends them, compressed: they can be seen when their rules are gone.

CREATE TABLE replays (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    body     BLOB NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT;
