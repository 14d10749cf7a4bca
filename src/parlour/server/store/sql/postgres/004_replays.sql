-- Finished games as a replay sends them, compressed: they can be seen when their rules are gone.

CREATE TABLE replays (
    table_id text NOT NULL REFERENCES tables ON DELETE CASCADE,
    number   bigint NOT NULL,
    body     bytea NOT NULL,
    PRIMARY KEY (table_id, number)
);
