-- Every key of a record begins with the guild. An id is the rest of the engine's key: numbers are
-- big-endian, so that ids come in the order of their numbers, above 2^63 too.
-- Rows that are written again are kept where they are (HOT), as far as pages have room.

CREATE TABLE IF NOT EXISTS processes (
    id     text        PRIMARY KEY,
    of     bigint      NOT NULL CHECK (of > 0),
    parts  bigint[]    NOT NULL, -- whose people it may answer
    served bigint[]    NOT NULL, -- whose people it does answer
    beat   timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS leases (
    name   text        PRIMARY KEY,
    holder text        NOT NULL,
    until  timestamptz NOT NULL
);

CREATE TABLE IF NOT EXISTS journal (
    guild bigint NOT NULL,
    key   text COLLATE "C" NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 255),
    clock bigint NOT NULL CHECK (clock > 0),
    house bigint CHECK (house BETWEEN -9007199254740991 AND 9007199254740991 AND house <> 0),
    mint  bigint CHECK (mint BETWEEN -9007199254740991 AND 9007199254740991 AND mint <> 0),
    value bytea  NOT NULL,
    PRIMARY KEY (guild, key),
    CHECK (house IS NULL OR mint IS NULL)
);

CREATE INDEX IF NOT EXISTS journal_order ON journal (guild, clock, key); -- of audits

CREATE TABLE IF NOT EXISTS balances (
    guild bigint NOT NULL,
    id    bytea  NOT NULL CHECK (length(id) = 9 AND (get_byte(id, 0) = 1
        OR get_byte(id, 0) & 15 = 2 AND get_byte(id, 0) >> 4 < 7)),
    chips bigint NOT NULL CHECK (chips BETWEEN 0 AND 9007199254740991),
    clock bigint NOT NULL CHECK (clock > 0),
    PRIMARY KEY (guild, id)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS due (
    guild   bigint NOT NULL,
    at      bigint NOT NULL,
    seating bytea  NOT NULL CHECK (length(seating) = 8),
    number  bytea  NOT NULL CHECK (length(number) = 8),
    claimed timestamptz NOT NULL DEFAULT '-infinity', -- a process has it until then
    PRIMARY KEY (guild, at, seating)
) WITH (fillfactor = 60);

CREATE INDEX IF NOT EXISTS due_at ON due (at);

-- Records of all kinds. What passes, and the orders of boards, are vacuumed by themselves.

CREATE TABLE IF NOT EXISTS records (
    guild bigint NOT NULL,
    kind  text COLLATE "C" NOT NULL,
    id    bytea  NOT NULL,
    value bytea  NOT NULL,
    PRIMARY KEY (guild, kind, id)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS passing (
    guild bigint NOT NULL,
    kind  text COLLATE "C" NOT NULL,
    id    bytea  NOT NULL CHECK (length(id) = 8), -- an interaction
    value bytea  NOT NULL,
    PRIMARY KEY (guild, kind, id)
) WITH (fillfactor = 50);

-- An entry of a board of a period has the period in its key, and who is on no board has an
-- entry of the kind 8.
CREATE TABLE IF NOT EXISTS boards (
    guild bigint NOT NULL,
    kind  text COLLATE "C" NOT NULL,
    id    bytea  NOT NULL CHECK ((length(id) =
        CASE WHEN get_byte(id, 0) < 4 OR get_byte(id, 0) = 8 THEN 17
        WHEN get_byte(id, 0) >= 16 THEN 21 END) IS TRUE),
    value bytea  NOT NULL CHECK (length(value) = 0),
    PRIMARY KEY (guild, kind, id)
);
