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

CREATE TABLE IF NOT EXISTS seen (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 8),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, id)
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

CREATE TABLE IF NOT EXISTS transfers (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) BETWEEN 17 AND 271),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL CHECK (length(value) = 0),
    PRIMARY KEY (guild, id)
);

CREATE TABLE IF NOT EXISTS balances (
    guild bigint NOT NULL,
    id    bytea  NOT NULL CHECK (length(id) = 9 AND (get_byte(id, 0) = 1
        OR get_byte(id, 0) & 15 = 2 AND get_byte(id, 0) >> 4 < 7)),
    chips bigint NOT NULL CHECK (chips BETWEEN 0 AND 9007199254740991),
    clock bigint NOT NULL CHECK (clock > 0),
    PRIMARY KEY (guild, id)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS hands (
    guild   bigint  NOT NULL,
    id      bytea   NOT NULL CHECK (length(id) = 8),
    version bigint  NOT NULL CHECK (version > 0),
    value   bytea   NOT NULL,
    users   bytea[] NOT NULL CHECK (cardinality(users) BETWEEN 1 AND 7), -- pseudonyms of its seats
    held    bigint  CHECK (held BETWEEN 1 AND 63050394783186937), -- its stakes while it is open
    PRIMARY KEY (guild, id)
) WITH (fillfactor = 80);

CREATE INDEX IF NOT EXISTS hands_held ON hands (guild, held) WHERE held IS NOT NULL;

CREATE TABLE IF NOT EXISTS profiles (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 8),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    hand    bytea  CHECK (length(hand) = 8), -- the player's own that is open
    PRIMARY KEY (guild, id)
) WITH (fillfactor = 80);

-- An entry of a board of a period has the period in its key, and who is on no board has an
-- entry of the kind 8.
CREATE TABLE IF NOT EXISTS entries (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK ((length(id) =
        CASE WHEN get_byte(id, 0) < 4 OR get_byte(id, 0) = 8 THEN 17
        WHEN get_byte(id, 0) >= 16 THEN 21 END) IS TRUE),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL CHECK (length(value) = 0),
    PRIMARY KEY (guild, id)
);

CREATE TABLE IF NOT EXISTS confirmations (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 8),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    player  bytea  NOT NULL CHECK (length(player) = 8), -- whose wallet it is about
    PRIMARY KEY (guild, id)
);

CREATE TABLE IF NOT EXISTS seatings (
    guild   bigint  NOT NULL,
    id      bytea   NOT NULL CHECK (length(id) = 8),
    version bigint  NOT NULL CHECK (version > 0),
    value   bytea   NOT NULL,
    users   bytea[] NOT NULL CHECK (cardinality(users) <= 7), -- who sit there
    hand    bytea   CHECK (length(hand) = 8),                 -- its newest
    keys    text COLLATE "C",                                 -- what those of that begin with
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

-- Records of all kinds that no statement looks into.

CREATE TABLE IF NOT EXISTS records (
    guild   bigint NOT NULL,
    kind    text COLLATE "C" NOT NULL,
    id      bytea  NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, kind, id)
) WITH (fillfactor = 80);
