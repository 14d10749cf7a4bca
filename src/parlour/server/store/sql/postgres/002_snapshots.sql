-- One shortcut per table: its state after row `seq`.

CREATE TABLE snapshots (
    table_id text PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    seq      bigint NOT NULL,
    body     bytea NOT NULL
);
