-- The people of the desk and how they sign in. Only the service key comes here. Pages do not show them, so no change here
-- raises data_version. supabase/migrations has the same tables.

-- Who may sign in to the desk. A person who is removed is deleted, with everything below.
CREATE TABLE people (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- In lower case.
  email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%' AND email = lower(email)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  role TEXT NOT NULL CHECK (role IN ('owner', 'staff')),
  -- Argon2id with its parameters, in the PHC string format.
  password_hash TEXT CHECK (length(password_hash) BETWEEN 50 AND 300),
  -- In base32 (RFC 6238).
  totp_secret TEXT CHECK (length(totp_secret) BETWEEN 26 AND 64),
  -- The time step of the last code that was accepted, so that a code works once.
  totp_last_step INTEGER CHECK (totp_last_step >= 0),
  -- Another one at each change of rights: a session with an older one has ended.
  security_stamp TEXT NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  person_id TEXT NOT NULL
    CHECK (length(person_id) = 36 AND person_id NOT GLOB '*[^-0-9a-f]*' AND person_id GLOB '????????-????-????-????-????????????'),
  -- As the browser names it, in base64url.
  credential_id TEXT NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1400),
  -- COSE, in base64url.
  public_key TEXT NOT NULL CHECK (length(public_key) BETWEEN 16 AND 6000),
  counter INTEGER NOT NULL DEFAULT 0 CHECK (counter >= 0),
  -- Separated by commas.
  transports TEXT NOT NULL DEFAULT '' CHECK (length(transports) <= 200),
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  last_used_at TEXT
    CHECK (last_used_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;

CREATE TABLE recovery_codes (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  person_id TEXT NOT NULL
    CHECK (length(person_id) = 36 AND person_id NOT GLOB '*[^-0-9a-f]*' AND person_id GLOB '????????-????-????-????-????????????'),
  -- Of the code, with a salt of its own.
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) BETWEEN 64 AND 200),
  used_at TEXT
    CHECK (used_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;

-- Links that make a person, or let one in again. The database has only the hash of their token.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  kind TEXT NOT NULL CHECK (kind IN ('first', 'invite', 'reset')),
  role TEXT NOT NULL CHECK (role IN ('owner', 'staff')),
  email TEXT CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%' AND email = lower(email)),
  -- Whom a reset lets in again.
  person_id TEXT
    CHECK (length(person_id) = 36 AND person_id NOT GLOB '*[^-0-9a-f]*' AND person_id GLOB '????????-????-????-????-????????????'),
  -- A person, or the server that printed the link.
  created_by TEXT NOT NULL CHECK (length(created_by) BETWEEN 1 AND 200),
  expires_at TEXT NOT NULL
    CHECK (expires_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  used_at TEXT
    CHECK (used_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  person_id TEXT NOT NULL
    CHECK (length(person_id) = 36 AND person_id NOT GLOB '*[^-0-9a-f]*' AND person_id GLOB '????????-????-????-????-????????????'),
  -- Of the person, when the session began.
  security_stamp TEXT NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  seen_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (seen_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  expires_at TEXT NOT NULL
    CHECK (expires_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  -- Null while a second factor is outstanding.
  second_factor_at TEXT
    CHECK (second_factor_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  -- In words: Firefox on Windows.
  device TEXT NOT NULL CHECK (length(device) BETWEEN 1 AND 100),
  network TEXT NOT NULL CHECK (length(network) <= 100)
) STRICT;

-- What a browser or an authenticator app must answer next, on whichever server it arrives. Each is taken once.
CREATE TABLE challenges (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  kind TEXT NOT NULL CHECK (kind IN ('register', 'sign-in', 'totp')),
  value TEXT NOT NULL UNIQUE CHECK (length(value) BETWEEN 16 AND 200),
  -- The session or the invitation that it belongs to; null before anybody has signed in.
  subject TEXT
    CHECK (length(subject) = 36 AND subject NOT GLOB '*[^-0-9a-f]*' AND subject GLOB '????????-????-????-????-????????????'),
  -- The user that a new passkey is for.
  person_id TEXT
    CHECK (length(person_id) = 36 AND person_id NOT GLOB '*[^-0-9a-f]*' AND person_id GLOB '????????-????-????-????-????????????'),
  expires_at TEXT NOT NULL
    CHECK (expires_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;

CREATE INDEX passkeys_by_person ON passkeys (person_id);
CREATE INDEX recovery_codes_by_person ON recovery_codes (person_id);
CREATE INDEX invitations_by_person ON invitations (person_id);
CREATE INDEX sessions_by_person ON sessions (person_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX challenges_by_subject ON challenges (subject);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

CREATE TRIGGER people_touch AFTER UPDATE ON people WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE people SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;

-- Rather than foreign keys, which would let PostgREST embed one table in another.
CREATE TRIGGER people_removed AFTER DELETE ON people BEGIN
  DELETE FROM passkeys WHERE person_id = OLD.id;
  DELETE FROM recovery_codes WHERE person_id = OLD.id;
  DELETE FROM invitations WHERE person_id = OLD.id;
  DELETE FROM sessions WHERE person_id = OLD.id;
  DELETE FROM challenges WHERE person_id = OLD.id;
END;
