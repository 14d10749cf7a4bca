-- Parcels that one device leaves for another, and where to send word that it is somebody's turn.

CREATE TABLE parcels (
    id       text PRIMARY KEY,
    body     text NOT NULL,
    until_ms bigint NOT NULL
);

CREATE TABLE subscriptions (
    table_id text NOT NULL REFERENCES tables ON DELETE CASCADE,
    hash     text NOT NULL,
    endpoint text NOT NULL,
    body     text NOT NULL,
    sent     text NOT NULL,
    at_ms    bigint NOT NULL,
    PRIMARY KEY (table_id, hash, endpoint)
);

CREATE INDEX subscriptions_at ON subscriptions (at_ms);
