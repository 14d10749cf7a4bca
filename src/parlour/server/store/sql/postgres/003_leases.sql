-- Which node keeps which table for now.

CREATE TABLE leases (
    table_id text PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    node     text NOT NULL,
    fence    bigint NOT NULL,
    until_ms bigint NOT NULL
) WITH (fillfactor = 60);

CREATE INDEX leases_node ON leases (node);
CREATE INDEX tables_state ON tables (state);
