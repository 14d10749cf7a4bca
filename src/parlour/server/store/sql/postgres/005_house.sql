-- What the house as a whole keeps: an operator's orders by name, and who did what.

CREATE TABLE house (
    name text PRIMARY KEY,
    body text NOT NULL
);

CREATE TABLE audit (
    id    text PRIMARY KEY,
    at_ms bigint NOT NULL,
    kind  text NOT NULL,
    role  text NOT NULL,
    label text NOT NULL,
    facts text NOT NULL
);

CREATE INDEX audit_at ON audit (at_ms, id);
