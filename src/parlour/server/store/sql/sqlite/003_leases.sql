-- Which node keeps which table for now.

CREATE TABLE leases (
    table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    node     TEXT NOT NULL,
    fence    INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX leases_node ON leases (node);
CREATE INDEX tables_state ON tables (state);
