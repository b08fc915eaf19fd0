-- A player's own story, and what they have set for themselves.

CREATE TABLE IF NOT EXISTS history (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 24),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, id)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS unreviewed (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 17),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, id)
);

CREATE TABLE IF NOT EXISTS hints (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 20),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, id)
);

CREATE TABLE IF NOT EXISTS tallies (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 13),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, id)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS lessons (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 8),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, id)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS drills (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 8),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, id)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS limits (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) = 16),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, id)
);

CREATE TABLE IF NOT EXISTS marks (
    guild   bigint NOT NULL,
    id      bytea  NOT NULL CHECK (length(id) > 0),
    version bigint NOT NULL CHECK (version > 0),
    value   bytea  NOT NULL,
    PRIMARY KEY (guild, id)
);

-- An entry of a board of a period has the period in its key, and who is on no board has an
-- entry of the kind 8.
ALTER TABLE entries DROP CONSTRAINT IF EXISTS entries_id_check;
ALTER TABLE entries ADD CONSTRAINT entries_id_check CHECK ((length(id) =
    CASE WHEN get_byte(id, 0) < 4 OR get_byte(id, 0) = 8 THEN 17
    WHEN get_byte(id, 0) >= 16 THEN 21 END) IS TRUE);
