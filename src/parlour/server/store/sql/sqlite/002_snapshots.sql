-- One shortcut per table: its state after row `seq`.

CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    body     BLOB NOT NULL
) STRICT;
